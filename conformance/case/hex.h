#ifndef VIEWPROOF_CONFORMANCE_CASE_HEX_H_
#define VIEWPROOF_CONFORMANCE_CASE_HEX_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace viewproof {

// Appends bytes as hex digits in lower case, two a byte.
inline void AppendHex(std::span<const std::byte> bytes, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const std::byte byte : bytes) {
    out += kDigits[std::to_integer<std::size_t>(byte >> 4)];
    out += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_HEX_H_
