#include "conformance/model/digest.h"

#include <array>

namespace viewproof::model {
namespace {

constexpr uint32_t kPolynomial = 0xedb88320;  // 04c11db7 in reverse order.

// The remainder of each byte followed by four zeros.
constexpr auto kRemainders = [] {
  std::array<uint32_t, 256> remainders{};
  for (uint32_t byte = 0; byte < remainders.size(); ++byte) {
    uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) {
      rest = rest >> 1 ^ (rest & 1 ? kPolynomial : 0);
    }
    remainders[byte] = rest;
  }
  return remainders;
}();

}  // namespace

uint32_t DigestOf(std::span<const std::byte> bytes) {
  uint32_t rest = ~uint32_t{0};
  for (const std::byte byte : bytes) {
    rest = rest >> 8 ^ kRemainders[(rest ^ static_cast<uint32_t>(byte)) & 255];
  }
  return ~rest;
}

}  // namespace viewproof::model
