#ifndef VIEWPROOF_CONFORMANCE_MODEL_DIGEST_H_
#define VIEWPROOF_CONFORMANCE_MODEL_DIGEST_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace viewproof::model {

// The remainder that CRC-32 is: of the polynomial 04c11db7, bits in reverse
// order, begun with ones and inverted at the end.
uint32_t DigestOf(std::span<const std::byte> bytes);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_DIGEST_H_
