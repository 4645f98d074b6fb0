#ifndef VIEWPROOF_CONFORMANCE_CASE_JSON_H_
#define VIEWPROOF_CONFORMANCE_CASE_JSON_H_

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/padding.h"
#include "reference/core/geometry.h"

// Every reader of JSON here needs these: each function gives the value that it
// is named after, or throws BadInput that names the field.
namespace viewproof::json {

namespace od = simdjson::ondemand;

constexpr std::size_t kMaxWhy = 400;  // Bytes that a refusal shows.

// As much of a text as a refusal shows.
inline std::string Shortened(std::string_view text) {
  return fmt::format("{}{}", text.substr(0, kMaxWhy),
                     text.size() > kMaxWhy ? ".." : "");
}

[[noreturn, gnu::cold, gnu::noinline]] inline void Refuse(
    std::string_view field, std::string_view why) {
  throw BadField(std::string(field.substr(0, kMaxWhy)), Shortened(why));
}

[[noreturn, gnu::cold, gnu::noinline]] inline void Refuse(
    std::string_view field, std::string_view wanted,
    simdjson::error_code error) {
  if (error == simdjson::INCORRECT_TYPE || error == simdjson::NUMBER_ERROR) {
    Refuse(field, fmt::format("expected {}", wanted));
  }
  Refuse(field, simdjson::error_message(error));
}

// The value of a simdjson result, or a refusal that names the field.
template <typename T>
T Get(simdjson::simdjson_result<T> result, std::string_view field,
      std::string_view wanted) {
  if (result.error() != simdjson::SUCCESS) {
    Refuse(field, wanted, result.error());
  }
  return std::move(result).value_unsafe();
}

inline od::object Object(od::value value, std::string_view field) {
  return Get<od::object>(value.get_object(), field, "an object");
}

inline od::object Object(od::object object, std::string_view) { return object; }

inline od::array Array(od::value value, std::string_view field) {
  return Get<od::array>(value.get_array(), field, "a list");
}

// The text between the quotes, if it stands there as it is: without an escape.
inline std::optional<std::string_view> Plain(od::raw_json_string raw) {
  const char* begin = raw.raw();
  const char* end = begin;
  while (*end != '"' && *end != '\\') ++end;
  if (*end == '\\') return std::nullopt;
  return std::string_view(begin, static_cast<std::size_t>(end - begin));
}

inline std::string_view String(od::value value, std::string_view field) {
  const auto raw =
      Get<od::raw_json_string>(value.get_raw_json_string(), field, "a string");
  if (const auto plain = Plain(raw)) return *plain;
  return Get<std::string_view>(value.get_string(), field, "a string");
}

inline bool Bool(od::value value, std::string_view field) {
  return Get<bool>(value.get_bool(), field, "true or false");
}

inline od::json_type TypeOf(od::value value, std::string_view field) {
  return Get<od::json_type>(value.type(), field, "a value");
}

// Refuses a small number that is given as a string.
[[noreturn, gnu::cold, gnu::noinline]] inline void RefuseString(
    std::string_view field) {
  Refuse(field, "expected a number: strings are for integers beyond 2^53");
}

inline int64_t IntFromString(std::string_view text, std::string_view field) {
  int64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    Refuse(field, fmt::format("\"{}\" is no integer that fits int64", text));
  }
  return number;
}

// Integers beyond +-kMaxExact may be decimal strings, and no others.
inline int64_t Int(od::value value, std::string_view field) {
  int64_t number;
  if (value.get_int64().get(number) == simdjson::SUCCESS) return number;
  if (TypeOf(value, field) == od::json_type::string) {
    number = IntFromString(String(value, field), field);
    if (IsExact(number)) RefuseString(field);
    return number;
  }
  Refuse(field, "expected an integer that fits int64");
}

// The same, of a number that counts something.
inline int64_t Count(od::value value, std::string_view field) {
  const int64_t count = Int(value, field);
  if (count < 0) Refuse(field, "negative");
  return count;
}

// Calls visit(key, value) for every field of an object.
template <typename Visit>
[[gnu::always_inline]] inline void ForEachField(od::object object,
                                                std::string_view where,
                                                Visit visit) {
  for (auto field : object) {
    if (field.error() != simdjson::SUCCESS) {
      Refuse(where, simdjson::error_message(field.error()));
    }
    const auto plain = Plain(field.key().value_unsafe());
    const std::string_view key =
        plain ? *plain
              : Get<std::string_view>(field.unescaped_key(), where, "a name");
    visit(key, Get<od::value>(field.value(), key, "a value"));
  }
}

template <typename Visit>
void ForEachElement(od::value list, std::string_view field, Visit visit) {
  for (auto element : Array(list, field)) {
    visit(Get<od::value>(element, field, "a value"));
  }
}

[[noreturn, gnu::cold, gnu::noinline]] inline void RefuseSecond(
    std::string_view key) {
  Refuse(key, "given twice");
}

inline constexpr std::string_view kUnknownField = "unknown field";

[[noreturn]] inline void RefuseUnknown(std::string_view key) {
  Refuse(key, kUnknownField);
}

// The same for a line that is one object; nothing may follow it.
template <typename Visit>
[[gnu::always_inline]] inline void ForEachFieldOfLine(od::parser& parser,
                                                      std::string_view line,
                                                      Visit visit) {
  od::document document = Get<od::document>(
      parser.iterate(line.data(), line.size(), line.size() + kPadding), "line",
      "JSON");
  ForEachField(Get<od::object>(document.get_object(), "line", "an object"),
               "line", visit);
  if (document.current_location().error() == simdjson::SUCCESS)
    Refuse("line", "something follows the object");
}

}  // namespace viewproof::json

#endif  // VIEWPROOF_CONFORMANCE_CASE_JSON_H_
