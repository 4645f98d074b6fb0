#ifndef VIEWPROOF_CONFORMANCE_CASE_CRC32_H_
#define VIEWPROOF_CONFORMANCE_CASE_CRC32_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace viewproof {

// zlib's CRC-32; of the bytes "123456789" it is cbf43926.
uint32_t Crc32(std::span<const std::byte> bytes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_CRC32_H_
