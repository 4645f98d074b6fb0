#ifndef VIEWPROOF_REFERENCE_OPS_DIAGONAL_H_
#define VIEWPROOF_REFERENCE_OPS_DIAGONAL_H_

#include <cstdint>

#include "reference/core/error.h"
#include "reference/core/geometry.h"

namespace viewproof {

// The elements on a diagonal of two dimensions, as a last dimension (spec:
// diagonal). `offset` counts elements: how far the diagonal starts along dim2
// or, when negative, along dim1.
//
//   sizes    both go; at the end the diagonal's length     diagonal.r1
//            what fits, at least 0                         diagonal.r2
//   strides  at the end the sum of both                    diagonal.r3
//   offset   to the diagonal's first element, if any       diagonal.r4
//
// Negative dimensions count from the end (spec: dim.d1, dim.d2).
//
// Errors: diagonal.e1 if dim1 lies outside [-rank, rank);
//         diagonal.e2 if dim2 does;
//         diagonal.e3 if both name the same dimension;
//         diagonal.e4 if the offset or the stride exceeds int64.
Result<Geometry> Diagonal(const Geometry& operand, int64_t offset, int64_t dim1,
                          int64_t dim2);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_DIAGONAL_H_
