#ifndef VIEWPROOF_REFERENCE_OPS_AS_STRIDED_H_
#define VIEWPROOF_REFERENCE_OPS_AS_STRIDED_H_

#include <cstdint>
#include <optional>

#include "reference/core/error.h"
#include "reference/core/geometry.h"
#include "reference/core/tensor.h"

namespace viewproof {

// Any geometry on the operand's storage (spec: as_strided). `stride` and
// `storage_offset` count elements; the offset is measured from the start of the
// storage, whatever window of it the operand is.
//
//   sizes, strides  any  ->  size, stride               as_strided.r1
//   offset          any  ->  storage_offset, or kept    as_strided.r2
//
// Errors: as_strided.e1 if size and stride differ in length;
//         as_strided.e2, as_strided.e3, as_strided.e4 if a stride, the offset,
//                       a size is negative;
//         as_strided.e5 if the last byte's number exceeds int64;
//         as_strided.e6 if the result would leave the storage;
//         as_strided.e7 if numel exceeds int64.
Result<Geometry> AsStrided(const Tensor& operand, const Ints& size,
                           const Ints& stride,
                           std::optional<int64_t> storage_offset);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_AS_STRIDED_H_
