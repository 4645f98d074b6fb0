#ifndef VIEWPROOF_CONFORMANCE_GATE_TABLE_H_
#define VIEWPROOF_CONFORMANCE_GATE_TABLE_H_

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"

namespace viewproof {

// The file's text as TOML. Throws BadInput naming file and line.
inline toml::table ParseToml(const std::string& path, const std::string& text) {
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    throw BadInput(fmt::format("{}:{}: is no TOML: {}", path,
                               error.source().begin.line, error.description()));
  }
}

// Reads the keys of one table of a TOML file and remembers which were read.
// Throws BadInput naming file, line and key.
class Table {
 public:
  Table(const std::string& path, std::string name, const toml::table& table)
      : path_(path), name_(std::move(name)), table_(table) {}

  // Refuses keys that were not read. To be called last.
  void Finish() const {
    for (const auto& [key, value] : table_) {
      if (!asked_.contains(std::string(key.str()))) {
        Refuse(value, std::string(key.str()), "unknown key");
      }
    }
  }

  template <typename T>
  void Read(const std::string& key, T& value, const char* wanted) {
    const toml::node* node = Find(key);
    if (node == nullptr) return;
    const std::optional<T> found = node->value_exact<T>();
    if (!found) Refuse(*node, key, wanted);
    value = *found;
  }

  void Read(const std::string& key, std::string& value) {
    Read(key, value, "expected a string");
  }

  // An integer from `least` to `most`.
  void Read(const std::string& key, int64_t& value, int64_t least,
            int64_t most) {
    Read(key, value, "expected an integer");
    const toml::node* node = Find(key);
    if (node != nullptr && (value < least || value > most)) {
      Refuse(*node, key, fmt::format("expected {}..{}", least, most));
    }
  }

  // One of these words.
  void Read(const std::string& key, std::string& value,
            std::initializer_list<std::string_view> words) {
    Read(key, value);
    const toml::node* node = Find(key);
    if (node != nullptr && std::ranges::find(words, value) == words.end()) {
      Refuse(*node, key,
             fmt::format("unknown word \"{}\"; expected {}", value,
                         fmt::join(words, ", ")));
    }
  }

  void Read(const std::string& key, std::vector<std::string>& list) {
    const toml::node* node = Find(key);
    if (node == nullptr) return;
    list.clear();
    if (!node->is_array()) Refuse(*node, key, "expected a list of strings");
    for (const toml::node& element : *node->as_array()) {
      const auto text = element.value_exact<std::string>();
      if (!text) Refuse(*node, key, "expected a list of strings");
      list.push_back(*text);
    }
  }

  // A list of words, each of a closed list.
  template <typename T>
  void Read(const std::string& key, std::optional<T> (*find)(std::string_view),
            std::vector<T>& list) {
    std::vector<std::string> words;
    Read(key, words);
    if (Find(key) != nullptr) list.clear();
    for (const std::string& word : words) {
      const std::optional<T> found = find(word);
      if (!found) Refuse(*Find(key), key, "unknown word \"" + word + "\"");
      list.push_back(*found);
    }
  }

  const toml::node* Find(const std::string& key) {
    asked_.insert(key);
    return table_.get(key);
  }

  [[noreturn]] void Refuse(const toml::node& at, const std::string& key,
                           const std::string& why) const {
    constexpr std::size_t kShown = 400;
    throw BadInput(fmt::format(
        "{}:{}: key \"{}{}{}\": {}", path_, at.source().begin.line, name_,
        name_.empty() ? "" : ".", key, why.substr(0, kShown)));
  }

  // The table of that name; null if there is none.
  const toml::table* Sub(const std::string& key) {
    const toml::node* node = Find(key);
    if (node == nullptr) return nullptr;
    if (!node->is_table()) Refuse(*node, key, "expected a table");
    return node->as_table();
  }

 private:
  const std::string& path_;
  std::string name_;
  const toml::table& table_;
  std::set<std::string> asked_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_TABLE_H_
