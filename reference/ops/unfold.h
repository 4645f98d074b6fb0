#ifndef VIEWPROOF_REFERENCE_OPS_UNFOLD_H_
#define VIEWPROOF_REFERENCE_OPS_UNFOLD_H_

#include <cstdint>

#include "reference/core/error.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Every window of `size` elements of a dimension, `step` elements apart, as a
// last dimension (spec: unfold). Windows may overlap.
//
//   sizes    [.. s ..]  ->  [.. (s - size) / step + 1 .., size]
//                                                      unfold.r1, unfold.r3
//   strides  [.. t ..]  ->  [.. t * step .., t]        unfold.r2, unfold.r3
//   offset   unchanged
//   rank 0   []  ->  sizes [size], strides [1]         unfold.r4
//
// A negative dimension counts from the end; rank 0 counts as 1 (spec: dim.d2).
//
// Errors: unfold.e1 if dimension lies outside [-rank, rank);
//         unfold.e2 if size is negative;
//         unfold.e3 if size exceeds the dimension's;
//         unfold.e4 if step is not positive;
//         unfold.e5 if the number of windows, a stride or numel exceeds int64.
Result<Geometry> Unfold(const Geometry& operand, int64_t dimension,
                        int64_t size, int64_t step);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_UNFOLD_H_
