#include "conformance/case/escape.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace viewproof {
namespace {

struct Character {
  uint32_t code = 0;
  std::size_t size = 0;  // Bytes; 0: no UTF-8.
};

// The first character of a text that is not empty.
Character FirstOf(std::string_view text) {
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const auto byte = static_cast<unsigned char>(text[0]);
  if (byte < 0x80) return {byte, 1};
  const std::size_t size = byte >= 0xf8   ? 0
                           : byte >= 0xf0 ? 4
                           : byte >= 0xe0 ? 3
                           : byte >= 0xc0 ? 2
                                          : 0;
  if (size == 0 || size > text.size()) return {};
  uint32_t code = byte & (0x7fu >> size);
  for (std::size_t k = 1; k < size; ++k) {
    const auto next = static_cast<unsigned char>(text[k]);
    if ((next & 0xc0) != 0x80) return {};
    code = code << 6 | (next & 0x3f);
  }
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < kLeast[size] || code > 0x10ffff || surrogate) return {};
  return {code, size};
}

bool HasPower(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) ||  // Controls.
         code == 0x61c || code == 0x200e || code == 0x200f ||
         (code >= 0x2028 && code <= 0x202e) ||  // Lines, directions.
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string Escaped(std::string_view text, Newlines newlines) {
  std::string out;
  while (!text.empty()) {
    const auto [code, size] = FirstOf(text);
    const auto byte = static_cast<unsigned char>(text[0]);
    if (size == 0) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte);
    } else if (!HasPower(code) ||
               (code == '\n' && newlines == Newlines::kKept)) {
      out += text.substr(0, size);
    } else if (code == '\n' || code == '\t') {
      out += code == '\n' ? "\\n" : "\\t";
    } else {
      out += code < 0x80 ? fmt::format("\\x{:02x}", code)
                         : fmt::format("\\u{:04x}", code);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return out;
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = FirstOf(text).size;
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string_view Beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  // At most three bytes go on with a character.
  const std::size_t least = most < 4 ? 0 : most - 4;
  while (end > least &&
         (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
    --end;
  }
  return text.substr(0, end);
}

bool IsPlainId(std::string_view id) {
  return !id.empty() && id.find_first_of("\"\\") == std::string_view::npos &&
         Escaped(id) == id;
}

}  // namespace viewproof
