#ifndef VIEWPROOF_CONFORMANCE_JUDGE_SHOWN_JSON_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_SHOWN_JSON_H_

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "conformance/case/case.h"
#include "conformance/case/encode.h"
#include "conformance/case/error_kind.h"

// Writes what was expected and what came, as the JSON of a difference.
namespace viewproof::shown {

template <typename T>
std::string Json(const T& value) {
  std::string out;
  AppendJson(value, out);
  return out;
}

inline std::string Json(int64_t number) {
  std::string out;
  AppendShown(number, out);
  return out;
}

inline std::string Json(const Ints& list) {
  std::string out;
  AppendShown(list, out);
  return out;
}

inline std::string Json(bool value) { return value ? "true" : "false"; }

inline std::string Json(const std::string& text) {
  std::string out;
  AppendQuoted(text, out);
  return out;
}

inline std::string Json(ErrorKind kind) {
  return Json(std::string(Name(kind)));
}

template <typename T>
std::string Json(const std::optional<T>& value) {
  return value ? Json(*value) : "null";
}

// A digest as outputs show it.
inline std::optional<std::string> HexOf(std::optional<uint32_t> digest) {
  if (!digest) return std::nullopt;
  return fmt::format("{:08x}", *digest);
}

}  // namespace viewproof::shown

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_SHOWN_JSON_H_
