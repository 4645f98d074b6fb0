#ifndef VIEWPROOF_CONFORMANCE_GATE_TOML_VALUE_H_
#define VIEWPROOF_CONFORMANCE_GATE_TOML_VALUE_H_

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/json.h"

// The values of a TOML file, as the codecs of codec.h read them. What they
// refuse names file, line and key.
namespace viewproof::toml_value {

// A value, and where it stands.
struct TomlValue {
  const toml::node* node = nullptr;
  const std::string* path = nullptr;  // The file's.
  std::string table = {};  // That it is, or else that it stands in; "": root.

  int64_t line() const {
    return static_cast<int64_t>(node->source().begin.line);
  }
};

// The value at `node`, which stands in `outer` under this key.
inline TomlValue Inner(const TomlValue& outer, std::string_view key,
                       const toml::node& node) {
  TomlValue value = {&node, outer.path, outer.table};
  if (!node.is_table()) return value;
  value.table.append(value.table.empty() ? "" : ".").append(key);
  return value;
}

// The file's text as TOML. Throws BadInput naming file and line.
inline toml::table ParseToml(const std::string& path, const std::string& text) {
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    throw BadInput(fmt::format("{}:{}: is no TOML: {}", path,
                               error.source().begin.line, error.description()));
  }
}

template <typename T>
T Exact(const TomlValue& value, std::string_view field,
        std::string_view wanted) {
  const std::optional<T> found = value.node->value_exact<T>();
  if (!found) json::Refuse(field, wanted);
  return *found;
}

inline std::string String(const TomlValue& value, std::string_view field) {
  return Exact<std::string>(value, field, "expected a string");
}

inline int64_t Int(const TomlValue& value, std::string_view field) {
  return Exact<int64_t>(value, field, "expected an integer");
}

inline bool Bool(const TomlValue& value, std::string_view field) {
  return Exact<bool>(value, field, "expected true or false");
}

inline TomlValue Object(const TomlValue& value, std::string_view field) {
  if (!value.node->is_table()) json::Refuse(field, "expected a table");
  return value;
}

// Throws what is wrong with a field, with the place of it.
[[noreturn]] inline void RefuseAt(const TomlValue& value, const BadField& bad) {
  std::string key = value.table;
  if (key != bad.field()) {
    key.append(key.empty() ? "" : ".").append(bad.field());
  }
  throw BadInput(fmt::format(
      "{}:{}: key \"{}\": {}", *value.path, value.line(), key,
      bad.why() == json::kUnknownField ? "unknown key" : bad.why()));
}

// Calls visit(value), and says of what it refuses where it stands.
template <typename Visit>
void At(const TomlValue& value, Visit visit) {
  try {
    visit(value);
  } catch (const BadField& bad) {
    RefuseAt(value, bad);
  }
}

template <typename Visit>
void ForEachField(const TomlValue& table, std::string_view, Visit visit) {
  for (const auto& [name, node] : *table.node->as_table()) {
    const std::string_view key = name.str();
    At(Inner(table, key, node),
       [&](const TomlValue& value) { visit(key, value); });
  }
}

template <typename Visit>
void ForEachElement(const TomlValue& list, std::string_view field,
                    Visit visit) {
  if (!list.node->is_array()) json::Refuse(field, "expected a list");
  for (const toml::node& element : *list.node->as_array()) {
    At(Inner(list, field, element), visit);
  }
}

}  // namespace viewproof::toml_value

namespace viewproof {

using toml_value::ParseToml;
using toml_value::TomlValue;

// Reads the text of a TOML file by the codec of its table. Throws BadInput
// naming file, line and key.
template <typename Codec, typename S>
void ReadToml(const std::string& path, const std::string& text,
              const Codec& codec, S& into) {
  const toml::table root = ParseToml(path, text);
  const TomlValue value = {&root, &path};
  toml_value::At(value, [&](const TomlValue& at) { codec.Read(at, "", into); });
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_TOML_VALUE_H_
