// Does what conformance/case asks of simdjson, by the standard library alone:
// the kit of the C++ SDK (make_kit.py) has it in place of simdjson. It looks at
// a text where it is asked to, and finds the end of what nobody asked about.
#ifndef VIEWPROOF_CONFORMANCE_SDK_CPP_STANDALONE_SIMDJSON_H_
#define VIEWPROOF_CONFORMANCE_SDK_CPP_STANDALONE_SIMDJSON_H_

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace viewproof::simdjson {

enum error_code { SUCCESS, INCORRECT_TYPE, NUMBER_ERROR, TAPE_ERROR };

inline const char* error_message(error_code) { return "no JSON"; }

inline constexpr std::size_t SIMDJSON_PADDING = 0;

template <typename T>
struct simdjson_result {
  T value = {};
  error_code code = SUCCESS;

  simdjson_result() = default;
  simdjson_result(T given, error_code error = SUCCESS)
      : value(std::move(given)), code(error) {}
  error_code error() const { return code; }
  error_code get(T& into) const {
    if (code == SUCCESS) into = value;
    return code;
  }
  T value_unsafe() const { return value; }
};

namespace ondemand {

enum class json_type { array, object, number, string, boolean, null };

// The text that is read.
struct Source {
  explicit Source(const char* text_end = nullptr) : end(text_end) {}

  const char* end;
  // Where the value that was walked through last begins and ends.
  const char* walked = nullptr;
  const char* walked_end = nullptr;
  std::forward_list<std::string> unescaped = {};

  char At(const char* at) const { return at < end ? *at : '\0'; }
  const char* Blank(const char* at) const {
    while (At(at) == ' ' || At(at) == '\t' || At(at) == '\r' || At(at) == '\n')
      ++at;
    return at;
  }
  // After the string that begins there; null if it has no end.
  const char* AfterString(const char* at) const {
    for (++at; at < end && *at != '"'; ++at) {
      if (*at == '\\') ++at;
    }
    return at < end ? at + 1 : nullptr;
  }
  std::string_view Token(const char* at) const {
    const char* from = at;
    while (at < end && kMarks[Code(at)] == Mark::kNone) ++at;
    return {from, static_cast<std::size_t>(at - from)};
  }
  // After the value that begins there; null if it has no end.
  const char* After(const char* at) const {
    if (at == walked) return walked_end;
    const char first = At(at);
    if (first == '}' || first == ']') return nullptr;
    if (first != '{' && first != '[' && first != '"') {
      const std::string_view token = Token(at);
      return token.empty() ? nullptr : at + token.size();
    }
    int depth = 0;
    do {
      while (at < end && kMarks[Code(at)] < Mark::kQuote) ++at;
      if (at >= end) return nullptr;
      if (*at == '"') {
        at = AfterString(at);
        if (at == nullptr) return nullptr;
      } else {
        depth += *at == '{' || *at == '[' ? 1 : -1;
        ++at;
      }
    } while (depth > 0);
    return at;
  }

 private:
  // Says what ends a number or a word.
  enum class Mark : char { kNone, kEnd, kQuote, kBracket };
  static constexpr auto kMarks = [] {
    std::array<Mark, 256> marks = {};
    for (const unsigned char c : {',', ':', ' ', '\t', '\r', '\n'}) {
      marks[c] = Mark::kEnd;
    }
    for (const unsigned char c : {'{', '}', '[', ']'}) {
      marks[c] = Mark::kBracket;
    }
    marks['"'] = Mark::kQuote;
    return marks;
  }();

  unsigned char Code(const char* at) const {
    return static_cast<unsigned char>(At(at));
  }
};

// Returns whether a text begins as a number does; what reads it says whether it
// goes on so.
inline bool BeginsNumber(std::string_view text) {
  const auto is_digit = [&text](std::size_t k) {
    return k < text.size() && text[k] >= '0' && text[k] <= '9';
  };
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  return is_digit(first) && (text[first] != '0' || !is_digit(first + 1));
}

// A string as it stands there, without its quotes.
struct raw_json_string {
  const char* begin = nullptr;
  const char* raw() const { return begin; }
};

class value;
class array;
class object;

// The text of the string that begins there.
inline simdjson_result<std::string_view> Unescaped(Source& source,
                                                   const char* at) {
  const char* after = source.AfterString(at);
  if (after == nullptr) return {{}, TAPE_ERROR};
  const std::string_view raw(at + 1, static_cast<std::size_t>(after - at - 2));
  if (raw.find('\\') == raw.npos) return {raw};
  std::string& text = source.unescaped.emplace_front();
  const auto hex = [&raw](std::size_t k) -> std::optional<uint32_t> {
    uint32_t code = 0;
    const char* from = raw.data() + k;
    if (k + 4 > raw.size() ||
        std::from_chars(from, from + 4, code, 16).ptr != from + 4) {
      return std::nullopt;
    }
    return code;
  };
  for (std::size_t k = 0; k < raw.size(); ++k) {
    if (raw[k] != '\\') {
      text += raw[k];
      continue;
    }
    constexpr std::string_view kFrom = "bfnrt\"\\/";
    constexpr std::string_view kTo = "\b\f\n\r\t\"\\/";
    if (const auto place = kFrom.find(raw[++k]); place != kFrom.npos) {
      text += kTo[place];
      continue;
    }
    auto code = raw[k] == 'u' ? hex(k + 1) : std::nullopt;
    if (!code) return {{}, TAPE_ERROR};
    k += 4;
    if (*code >= 0xD800 && *code < 0xDC00 && raw.substr(k + 1, 2) == "\\u") {
      const auto low = hex(k + 3);
      if (!low) return {{}, TAPE_ERROR};
      code = 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00);
      k += 6;
    }
    const int more = *code < 0x80      ? 0
                     : *code < 0x800   ? 1
                     : *code < 0x10000 ? 2
                                       : 3;
    constexpr uint32_t kLead[] = {0, 0xC0, 0xE0, 0xF0};
    text += static_cast<char>(kLead[more] | (*code >> 6 * more));
    for (int m = more; m-- > 0;) {
      text += static_cast<char>(0x80 | ((*code >> 6 * m) & 0x3F));
    }
  }
  return {text};
}

class value {
 public:
  value() = default;
  value(Source* source, const char* at) : source_(source), at_(at) {}

  simdjson_result<json_type> type() const {
    switch (source_->At(at_)) {
      case '{':
        return {json_type::object};
      case '[':
        return {json_type::array};
      case '"':
        return {json_type::string};
      case 't':
      case 'f':
        return {json_type::boolean};
      case 'n':
        return {json_type::null, token() == "null" ? SUCCESS : TAPE_ERROR};
      default: {
        const std::string_view text = token();
        const bool is_number = BeginsNumber(text) && !text.ends_with('.');
        return {json_type::number, is_number ? SUCCESS : TAPE_ERROR};
      }
    }
  }
  simdjson_result<int64_t> get_int64() const { return Number<int64_t>(); }
  simdjson_result<double> get_double() const { return Number<double>(); }
  simdjson_result<bool> get_bool() const {
    const bool is_true = token() == "true";
    return {is_true, is_true || token() == "false" ? SUCCESS : INCORRECT_TYPE};
  }
  simdjson_result<std::string_view> get_string() const {
    if (source_->At(at_) != '"') return {{}, INCORRECT_TYPE};
    return Unescaped(*source_, at_);
  }
  simdjson_result<raw_json_string> get_raw_json_string() const {
    if (source_->At(at_) != '"') return {{}, INCORRECT_TYPE};
    if (source_->AfterString(at_) == nullptr) return {{}, TAPE_ERROR};
    return {{at_ + 1}};
  }
  std::string_view raw_json_token() const { return token(); }
  simdjson_result<array> get_array() const;
  simdjson_result<object> get_object() const;

 private:
  std::string_view token() const { return source_->Token(at_); }

  template <typename T>
  simdjson_result<T> Number() const {
    const std::string_view text = token();
    if (!BeginsNumber(text)) return {{}, INCORRECT_TYPE};
    T number = {};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const bool is_read = error == std::errc() && stop == end;
    return {number, is_read ? SUCCESS : NUMBER_ERROR};
  }

  Source* source_ = nullptr;
  const char* at_ = nullptr;
};

// Walks through the members of an array or an object.
class Walk {
 public:
  Walk() = default;
  Walk(Source* source, const char* opening)
      : source_(source), opening_(opening), at_(source->Blank(opening + 1)) {
    source_->At(at_) == closing() ? Finish() : Begin();
  }

  // A loop gets these.
  error_code error() const { return code_; }
  simdjson_result<raw_json_string> key() const { return {{key_ + 1}}; }
  simdjson_result<std::string_view> unescaped_key() const {
    return Unescaped(*source_, key_);
  }
  simdjson_result<ondemand::value> value() const {
    return {{source_, at_}, code_};
  }

  bool operator!=(const Walk&) const { return at_ != nullptr; }
  void operator++() {
    const char* after = code_ == SUCCESS ? source_->After(at_) : nullptr;
    if (after == nullptr) return Fail();
    after = source_->Blank(after);
    at_ = after;
    if (source_->At(after) == closing()) return Finish();
    if (source_->At(after) != ',') return Fail();
    at_ = source_->Blank(after + 1);
    Begin();
  }

 protected:
  bool is_object() const { return *opening_ == '{'; }
  char closing() const { return is_object() ? '}' : ']'; }

 private:
  void Begin() {
    if (!is_object()) return;
    key_ = at_;
    if (source_->At(key_) != '"') return Fail();
    const char* after = source_->AfterString(key_);
    if (after == nullptr) return Fail();
    after = source_->Blank(after);
    if (source_->At(after) != ':') return Fail();
    at_ = source_->Blank(after + 1);
  }
  void Finish() {
    source_->walked = opening_;
    source_->walked_end = at_ + 1;
    at_ = nullptr;
  }
  // A loop sees one member more, which has the error.
  void Fail() {
    at_ = code_ == SUCCESS ? source_->end : nullptr;
    code_ = TAPE_ERROR;
  }

  Source* source_ = nullptr;
  const char* opening_ = nullptr;
  const char* key_ = nullptr;
  const char* at_ = nullptr;
  error_code code_ = SUCCESS;
};

// The fields of an object; an array's elements are simdjson_result<value>.
class container {
 public:
  container() = default;
  container(Source* source, const char* at) : source_(source), at_(at) {}

  Walk end() const { return {}; }
  simdjson_result<std::string_view> raw_json() const {
    const char* after = source_->After(at_);
    if (after == nullptr) return {{}, TAPE_ERROR};
    source_->walked = at_;
    source_->walked_end = after;
    return {{at_, static_cast<std::size_t>(after - at_)}};
  }

 protected:
  Source* source_ = nullptr;
  const char* at_ = nullptr;
};

class array : public container {
 public:
  using container::container;

  struct Elements : Walk {
    using Walk::Walk;
    simdjson_result<ondemand::value> operator*() const { return Walk::value(); }
  };
  Elements begin() const { return {source_, at_}; }
};

// A field that was looked for.
struct FoundField {
  simdjson_result<value> found;

  error_code error() const { return found.code; }
  simdjson_result<std::string_view> get_string() const {
    if (found.code != SUCCESS) return {{}, found.code};
    return found.value.get_string();
  }
};

class object : public container {
 public:
  using container::container;

  struct Fields : Walk {
    using Walk::Walk;
    const Walk& operator*() const { return *this; }
  };
  Fields begin() const { return {source_, at_}; }

  FoundField find_field_unordered(std::string_view name) const {
    for (const Walk& field : *this) {
      if (field.error() != SUCCESS) break;
      const auto key = field.unescaped_key();
      if (key.code == SUCCESS && key.value == name) {
        return {field.value()};
      }
    }
    return {{{}, INCORRECT_TYPE}};
  }
  simdjson_result<bool> reset() const { return {true}; }
};

inline simdjson_result<array> value::get_array() const {
  if (source_->At(at_) != '[') return {{}, INCORRECT_TYPE};
  return {{source_, at_}};
}

inline simdjson_result<object> value::get_object() const {
  if (source_->At(at_) != '{') return {{}, INCORRECT_TYPE};
  return {{source_, at_}};
}

class document {
 public:
  document() = default;
  document(Source* source, const char* at) : source_(source), at_(at) {}

  simdjson_result<object> get_object() const {
    return value(source_, at_).get_object();
  }
  // An error at the end of the text.
  simdjson_result<const char*> current_location() const {
    const char* after = source_->After(at_);
    if (after == nullptr) return {after};
    after = source_->Blank(after);
    return {after, after == source_->end ? TAPE_ERROR : SUCCESS};
  }

 private:
  Source* source_ = nullptr;
  const char* at_ = nullptr;
};

class parser {
 public:
  simdjson_result<document> iterate(const char* text, std::size_t size,
                                    std::size_t) {
    *source_ = Source(text + size);
    const char* at = source_->Blank(text);
    return {{source_.get(), at}, at == source_->end ? TAPE_ERROR : SUCCESS};
  }

 private:
  std::unique_ptr<Source> source_ = std::make_unique<Source>();
};

}  // namespace ondemand
}  // namespace viewproof::simdjson

#endif  // VIEWPROOF_CONFORMANCE_SDK_CPP_STANDALONE_SIMDJSON_H_
