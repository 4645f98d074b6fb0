#include "conformance/case/crc32.h"

#include <zlib.h>

namespace viewproof {

uint32_t Crc32(std::span<const std::byte> bytes) {
  return static_cast<uint32_t>(crc32_z(
      0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

}  // namespace viewproof
