// Does what conformance/ asks of fmt, by the standard library alone: see
// simdjson.h beside it.
#ifndef VIEWPROOF_CONFORMANCE_SDK_CPP_STANDALONE_FORMAT_H_
#define VIEWPROOF_CONFORMANCE_SDK_CPP_STANDALONE_FORMAT_H_

#include <charconv>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace viewproof::fmt {

// `how`: what stands after a colon, as in 04x.
template <typename T>
std::string TextOf(const T& value, std::string_view how) {
  if constexpr (std::same_as<T, char>) {
    return std::string(1, value);
  } else if constexpr (std::convertible_to<const T&, std::string_view>) {
    return std::string(std::string_view(value));
  } else {
    char digits[64];
    char* end = nullptr;
    if constexpr (std::integral<T>) {
      const int base = how.ends_with('x') ? 16 : 10;
      end = std::to_chars(digits, std::end(digits), value, base).ptr;
    } else {
      end = std::to_chars(digits, std::end(digits), value).ptr;
    }
    const std::string text(digits, end);
    const std::size_t width = how.starts_with('0') ? how[1] - '0' : 0;
    return std::string(width - std::min(width, text.size()), '0') + text;
  }
}

// Replaces each {}, or {NUMBER}, by a value.
template <typename... Values>
std::string format(std::string_view pattern, const Values&... values) {
  std::string out;
  std::size_t next = 0;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const char c = pattern[at];
    if (c != '{' || pattern[at + 1] == '{') {
      out += c;
      if (c == '{' || c == '}') ++at;
      continue;
    }
    const std::size_t end = pattern.find('}', at);
    const std::string_view inside = pattern.substr(at + 1, end - at - 1);
    const std::size_t colon = std::min(inside.find(':'), inside.size());
    const std::size_t wanted = colon > 0 ? inside[0] - '0' : next++;
    std::size_t k = 0;
    ((k++ == wanted
          ? (void)(out += TextOf(values, inside.substr(std::min(
                                             colon + 1, inside.size()))))
          : void()),
     ...);
    at = end;
  }
  return out;
}

template <typename... Values>
void format_to(std::back_insert_iterator<std::string> out,
               std::string_view pattern, const Values&... values) {
  for (const char c : format(pattern, values...)) *out = c;
}

class format_int {
 public:
  template <std::integral Int>
  explicit format_int(Int number)
      : end_(std::to_chars(digits_, std::end(digits_), number).ptr) {}
  const char* data() const { return digits_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - digits_); }

 private:
  char digits_[24];
  const char* end_;
};

template <typename List>
std::string join(const List& list, std::string_view between) {
  std::string out;
  for (const auto& element : list) {
    if (!out.empty()) out += between;
    out += TextOf(element, "");
  }
  return out;
}

}  // namespace viewproof::fmt

#endif  // VIEWPROOF_CONFORMANCE_SDK_CPP_STANDALONE_FORMAT_H_
