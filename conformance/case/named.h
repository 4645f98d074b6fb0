#ifndef VIEWPROOF_CONFORMANCE_CASE_NAMED_H_
#define VIEWPROOF_CONFORMANCE_CASE_NAMED_H_

#include <optional>
#include <string_view>

namespace viewproof {

// The value of a closed enum that Name() gives this name; `last` is its last.
template <typename Enum>
std::optional<Enum> FindNamed(std::string_view name, Enum last) {
  for (int k = 0; k <= static_cast<int>(last); ++k) {
    const Enum value{k};
    if (Name(value) == name) return value;
  }
  return std::nullopt;
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_NAMED_H_
