// Does what conformance/case asks of zlib: see simdjson.h beside it.
#ifndef VIEWPROOF_CONFORMANCE_SDK_CPP_STANDALONE_ZLIB_H_
#define VIEWPROOF_CONFORMANCE_SDK_CPP_STANDALONE_ZLIB_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace viewproof {

inline uint32_t crc32_z(uint32_t crc, const unsigned char* bytes,
                        std::size_t size) {
  static const auto kTable = [] {
    std::array<uint32_t, 256> table{};
    for (uint32_t k = 0; k < 256; ++k) {
      uint32_t entry = k;
      for (int bit = 0; bit < 8; ++bit) {
        entry = entry >> 1 ^ (entry & 1 ? 0xEDB88320u : 0);
      }
      table[k] = entry;
    }
    return table;
  }();
  crc = ~crc;
  for (std::size_t k = 0; k < size; ++k) {
    crc = kTable[(crc ^ bytes[k]) & 255] ^ crc >> 8;
  }
  return ~crc;
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SDK_CPP_STANDALONE_ZLIB_H_
