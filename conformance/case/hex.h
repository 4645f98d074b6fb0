#ifndef VIEWPROOF_CONFORMANCE_CASE_HEX_H_
#define VIEWPROOF_CONFORMANCE_CASE_HEX_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

inline constexpr std::string_view kHexDigits = "0123456789abcdef";

// Appends bytes as hex digits in lower case, two a byte.
inline void AppendHex(std::span<const std::byte> bytes, std::string& out) {
  for (const std::byte byte : bytes) {
    out += kHexDigits[std::to_integer<std::size_t>(byte >> 4)];
    out += kHexDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
}

// The bytes that AppendHex writes so; nothing if it never does.
inline std::optional<std::vector<std::byte>> BytesOfHex(
    std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::vector<std::byte> bytes(digits.size() / 2);
  for (std::size_t k = 0; k < digits.size(); ++k) {
    const char c = digits[k];
    const bool is_letter = c >= 'a' && c <= 'f';
    if (!is_letter && (c < '0' || c > '9')) return std::nullopt;
    const int digit = is_letter ? c - 'a' + 10 : c - '0';
    bytes[k / 2] = bytes[k / 2] << 4 | static_cast<std::byte>(digit);
  }
  return bytes;
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_HEX_H_
