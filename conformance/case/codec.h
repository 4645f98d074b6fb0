#ifndef VIEWPROOF_CONFORMANCE_CASE_CODEC_H_
#define VIEWPROOF_CONFORMANCE_CASE_CODEC_H_

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/case/json.h"
#include "conformance/case/strings.h"

// How values stand in JSON. A codec of a type T has three functions:
//   void Read(od::value value, std::string_view field, T& into) const
//   void Append(const T& value, std::string& out) const
//   std::string Schema() const
// Read throws BadInput naming the field. It is a template where TOML has such a
// value, too: any Value will do for which the functions of json.h are there.
namespace viewproof::json {

// A string.
struct Text {
  std::size_t least = 0;  // Bytes.
  std::size_t most = std::numeric_limits<std::size_t>::max();

  template <typename Value>
  void Read(Value value, std::string_view field, std::string& into) const {
    into = String(value, field);
    if (into.size() < least) Refuse(field, "is empty");
    if (into.size() > most) Refuse(field, fmt::format("over {} bytes", most));
  }
  void Append(std::string_view text, std::string& out) const {
    AppendQuoted(text, out);
  }
  std::string Schema() const {
    std::string out = R"({"type": "string")";
    if (least > 0) out += fmt::format(R"(, "minLength": {})", least);
    if (most < std::numeric_limits<std::size_t>::max()) {
      out += fmt::format(R"(, "maxLength": {})", most);
    }
    return out + '}';
  }
};

// An id, or another text that is written without escapes.
struct PlainText {
  bool may_be_empty = true;

  template <typename Value>
  void Read(Value value, std::string_view field, std::string& into) const {
    into = String(value, field);
    if (into.empty() && !may_be_empty) Refuse(field, "is empty");
    if (!into.empty() && !IsPlainId(into)) {
      Refuse(field, fmt::format("\"{}\" needs quoting", Escaped(into)));
    }
  }
  void Append(std::string_view text, std::string& out) const {
    out.append("\"").append(text).append("\"");
  }
  std::string Schema() const {
    const std::string plain = R"({"$ref": "common.schema.json#/$defs/plain"})";
    return may_be_empty ? R"({"anyOf": [)" + plain + R"(, {"const": ""}]})"
                        : plain;
  }
};

// true or false.
struct Flag {
  template <typename Value>
  void Read(Value value, std::string_view field, bool& into) const {
    into = Bool(value, field);
  }
  void Append(bool value, std::string& out) const {
    out += value ? "true" : "false";
  }
  std::string Schema() const { return R"({"type": "boolean"})"; }
};

// A flag that is written as one of two words.
struct EitherWord {
  std::string_view no;
  std::string_view yes;

  template <typename Value>
  void Read(Value value, std::string_view field, bool& into) const {
    const std::string word(String(value, field));
    if (word != no && word != yes) {
      Refuse(field, fmt::format("expected \"{}\" or \"{}\"", no, yes));
    }
    into = word == yes;
  }
  void Append(bool value, std::string& out) const {
    out.append("\"").append(value ? yes : no).append("\"");
  }
  std::string Schema() const {
    return fmt::format(R"({{"enum": ["{}", "{}"]}})", no, yes);
  }
};

// An integer in a range; all that are not negative, if no other is given.
struct Integer {
  int64_t least = 0;
  int64_t most = std::numeric_limits<int64_t>::max();

  template <typename Value>
  void Read(Value value, std::string_view field, int64_t& into) const {
    into = Int(value, field);
    if (into >= least && into <= most) return;
    if (most < std::numeric_limits<int64_t>::max()) {
      Refuse(field, fmt::format("expected {}..{}", least, most));
    }
    Refuse(field,
           least == 0 ? "negative" : fmt::format("expected {} or more", least));
  }
  void Append(int64_t number, std::string& out) const {
    const fmt::format_int digits(number);
    out.append(digits.data(), digits.size());
  }
  std::string Schema() const {
    return fmt::format(R"({{"type": "integer", "minimum": {}, "maximum": {}}})",
                       least, most);
  }
};

// Holds what the values of a type are called: as a noun, how one is found by
// its name, and the schema of the names.
template <typename T>
struct Words {
  std::string_view noun;
  std::optional<T> (*find)(std::string_view name);
  std::string (*schema)();
};

// Specialized beside each type whose values have names.
template <typename T>
extern const Words<T> kWords;

// The schema that common.schema.json has under this name.
inline std::string CommonSchema(std::string_view name) {
  return fmt::format(R"({{"$ref": "common.schema.json#/$defs/{}"}})", name);
}

// The schema of the names that Name() gives the values of a closed enum.
template <auto kLast, auto kFirst = decltype(kLast){0}>
std::string SchemaOfNames() {
  std::string names;
  for (auto k = static_cast<int>(kFirst); k <= static_cast<int>(kLast); ++k) {
    names += names.empty() ? "\"" : ", \"";
    names.append(Name(decltype(kLast){k})).append("\"");
  }
  return R"({"enum": [)" + names + "]}";
}

// The name of a value.
template <typename T>
struct Word {
  template <typename Value>
  void Read(Value value, std::string_view field, T& into) const {
    const std::string name(String(value, field));
    const std::optional<T> found = kWords<T>.find(name);
    if (!found) {
      Refuse(field,
             fmt::format("unknown {} \"{}\"", kWords<T>.noun, Escaped(name)));
    }
    into = *found;
  }
  void Append(const T& value, std::string& out) const {
    out.append("\"").append(Name(value)).append("\"");
  }
  std::string Schema() const { return kWords<T>.schema(); }
};

// JSON of any kind, kept as the text that it is.
struct AnyJson {
  void Read(od::value value, std::string_view field, std::string& into) const {
    std::string_view text;
    switch (TypeOf(value, field)) {
      case od::json_type::array:
        text = Get<std::string_view>(Array(value, field).raw_json(), field,
                                     "a list");
        break;
      case od::json_type::object:
        text = Get<std::string_view>(Object(value, field).raw_json(), field,
                                     "an object");
        break;
      default:
        text = Get<std::string_view>(value.raw_json_token(), field, "a value");
        while (text.ends_with(' ')) text.remove_suffix(1);
    }
    into = text;
  }
  void Append(std::string_view json, std::string& out) const { out += json; }
  std::string Schema() const { return "true"; }
};

// The codec of a type, where a field names none. An integer is a count.
template <typename T>
struct CodecOf {
  using Codec = Word<T>;
};
template <>
struct CodecOf<bool> {
  using Codec = Flag;
};
template <>
struct CodecOf<int64_t> {
  using Codec = Integer;
};
template <>
struct CodecOf<std::string> {
  using Codec = Text;
};

// One of two words.
struct OneOf {
  std::string_view first;
  std::string_view second;

  template <typename Value>
  void Read(Value value, std::string_view field, std::string& into) const {
    bool is_second = false;
    EitherWord{first, second}.Read(value, field, is_second);
    into = is_second ? second : first;
  }
  void Append(std::string_view word, std::string& out) const {
    out.append("\"").append(word).append("\"");
  }
  std::string Schema() const { return EitherWord{first, second}.Schema(); }
};

// A list; its elements have one codec.
template <typename Codec>
struct List {
  Codec codec = {};

  // Reads over old elements, and keeps their memory.
  template <typename Value, typename T>
  void Read(Value value, std::string_view field, std::vector<T>& into) const {
    std::size_t count = 0;
    ForEachElement(value, field, [&](Value element) {
      if (count == into.size()) into.emplace_back();
      codec.Read(element, field, into[count++]);
    });
    into.resize(count);
  }
  template <typename Value, typename Set>
  void Read(Value value, std::string_view field, Set& into) const {
    std::vector<typename Set::value_type> list;
    Read(value, field, list);
    into = Set(list.begin(), list.end());
  }
  template <typename Elements>
  void Append(const Elements& list, std::string& out) const {
    out += '[';
    const std::size_t begin = out.size();
    for (const auto& element : list) {
      if (out.size() > begin) out += ',';
      codec.Append(element, out);
    }
    out += ']';
  }
  std::string Schema() const {
    return R"({"type": "array", "items": )" + codec.Schema() + '}';
  }
};

template <typename Codec>
List(Codec) -> List<Codec>;

// A list in which nothing stands twice.
template <typename Codec>
struct DistinctList {
  Codec codec = {};
  bool is_sorted = false;  // A list that is read is put in order.
  std::size_t least = 0;   // Elements.

  template <typename Value, typename Elements>
  void Read(Value value, std::string_view field, Elements& into) const {
    List<Codec>{codec}.Read(value, field, into);
    if (into.size() < least) Refuse(field, "is empty");
    for (auto at = into.begin(); at != into.end(); ++at) {
      if (std::find(into.begin(), at, *at) == at) continue;
      std::string shown;
      codec.Append(*at, shown);
      Refuse(field, shown + " twice");
    }
    if (is_sorted) std::sort(into.begin(), into.end());
  }
  template <typename Elements>
  void Append(const Elements& list, std::string& out) const {
    List<Codec>{codec}.Append(list, out);
  }
  std::string Schema() const {
    std::string out = List<Codec>{codec}.Schema();
    out.pop_back();
    if (least > 0) out += fmt::format(R"(, "minItems": {})", least);
    return out + R"(, "uniqueItems": true})";
  }
};

// Values by names that the writer chose.
template <typename Codec>
struct Map {
  Codec codec = {};

  template <typename Value, typename Values>
  void Read(Value value, std::string_view field, Values& into) const {
    into.clear();
    ForEachField(Object(value, field), field,
                 [&](std::string_view key, Value member) {
                   const auto [at, is_new] = into.try_emplace(std::string(key));
                   if (!is_new) RefuseSecond(key);
                   codec.Read(member, key, at->second);
                 });
  }
  template <typename Values>
  void Append(const Values& values, std::string& out) const {
    out += '{';
    const std::size_t begin = out.size();
    for (const auto& [key, value] : values) {
      if (out.size() > begin) out += ',';
      AppendQuoted(key, out);
      out += ':';
      codec.Append(value, out);
    }
    out += '}';
  }
  std::string Schema() const {
    return R"({"type": "object", "additionalProperties": )" + codec.Schema() +
           '}';
  }
};

template <typename Codec>
Map(Codec) -> Map<Codec>;

// A value that may be missing; then its field is not written.
template <typename Codec>
struct Maybe {
  Codec codec = {};

  template <typename Value, typename T>
  void Read(Value value, std::string_view field, std::optional<T>& into) const {
    codec.Read(value, field, into ? *into : into.emplace());
  }
  template <typename T>
  void Append(const std::optional<T>& value, std::string& out) const {
    codec.Append(*value, out);
  }
  std::string Schema() const { return codec.Schema(); }
};

template <typename Codec>
Maybe(Codec) -> Maybe<Codec>;

template <typename T>
struct CodecOf<std::vector<T>> {
  using Codec = List<typename CodecOf<T>::Codec>;
};
template <typename T>
struct CodecOf<std::map<std::string, T>> {
  using Codec = Map<typename CodecOf<T>::Codec>;
};
template <typename T>
struct CodecOf<std::optional<T>> {
  using Codec = Maybe<typename CodecOf<T>::Codec>;
};

// The JSON of a value.
template <typename Codec, typename T>
std::string ToJson(const Codec& codec, const T& value) {
  std::string out;
  codec.Append(value, out);
  return out;
}

}  // namespace viewproof::json

#endif  // VIEWPROOF_CONFORMANCE_CASE_CODEC_H_
