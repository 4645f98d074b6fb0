#ifndef VIEWPROOF_REFERENCE_OPS_SQUEEZE_H_
#define VIEWPROOF_REFERENCE_OPS_SQUEEZE_H_

#include <cstdint>

#include "reference/core/error.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Leaves out every dimension of size 1 (spec: squeeze).
//
//   sizes, strides  [a, 1, b]  ->  [a, b]      squeeze.r1
//   offset          unchanged
Geometry Squeeze(const Geometry& operand);

// Leaves out one dimension if its size is 1 (spec: squeeze_dim).
//
//   sizes, strides  [a, 1, b]  ->  [a, b]; else unchanged    squeeze_dim.r1
//   offset          unchanged
//
// A negative dim counts from the end; rank 0 counts as 1 (spec: dim.d2).
//
// Errors: squeeze_dim.e1 if dim lies outside [-rank, rank).
Result<Geometry> SqueezeDim(const Geometry& operand, int64_t dim);

// Leaves out those of the named dimensions that have size 1 (spec:
// squeeze_dims).
//
//   sizes, strides  [a, 1, b, 1]  ->  [a, b, 1] for dims [1, 0]
//                                                            squeeze_dims.r1
//   offset          unchanged
//
// Errors: squeeze_dims.e1 if an entry lies outside [-rank, rank);
//         squeeze_dims.e2 if two entries name the same dimension.
Result<Geometry> SqueezeDims(const Geometry& operand, const Ints& dims);

// Puts in a dimension of size 1 (spec: unsqueeze).
//
//   sizes    [a, b]  ->  [a, 1, b] for dim 1 or -2           unsqueeze.r1
//   strides  size * stride of the next one, 1 at the end     unsqueeze.r2
//   offset   unchanged
//
// Errors: unsqueeze.e1 if dim lies outside [-rank - 1, rank];
//         unsqueeze.e2 if the new stride exceeds int64.
Result<Geometry> Unsqueeze(const Geometry& operand, int64_t dim);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_SQUEEZE_H_
