#ifndef VIEWPROOF_REFERENCE_OPS_PERMUTE_H_
#define VIEWPROOF_REFERENCE_OPS_PERMUTE_H_

#include <cstdint>

#include "reference/core/error.h"
#include "reference/core/geometry.h"
#include "reference/core/tensor.h"

namespace viewproof {

// Reorders dimensions; moves no element (spec: permute).
//
//   sizes    [s_0 .. s_n-1]  ->  [s_dims[0] .. s_dims[n-1]]    permute.r1
//   strides  likewise                                          permute.r2
//   offset   unchanged                                         permute.r3
//
// A negative entry counts from the end (spec: dim.d1).
//
// Errors: permute.e1 if dims.size() != rank;
//         permute.e2 if an entry lies outside [-rank, rank);
//         permute.e3 if two entries name the same dimension.
Result<Geometry> Permute(const Geometry& operand, const Ints& dims);

// Exchanges two dimensions (spec: transpose).
//
//   sizes, strides  [.. a .. b ..]  ->  [.. b .. a ..]         transpose.r1
//   one dimension twice  ->  unchanged                         transpose.r2
//
// Negative dimensions count from the end; rank 0 counts as 1 (spec: dim.d2).
//
// Errors: transpose.e1 if dim0 lies outside [-rank, rank);
//         transpose.e2 if dim1 does.
Result<Geometry> Transpose(const Geometry& operand, int64_t dim0, int64_t dim1);

// Transposes a matrix (spec: t).
//
//   [m, n]  ->  [n, m]; of a lower rank unchanged              t.r1
//
// Errors: t.e1 if the rank is above 2.
Result<Geometry> TransposeMatrix(const Geometry& operand);

// Reverses the order of all dimensions (spec: T).
//
//   sizes, strides  [a .. z]  ->  [z .. a]                     T.r1
Geometry ReverseDims(const Geometry& operand);

// Transposes each matrix of a batch (spec: mT).
//
//   sizes, strides  [.. m, n]  ->  [.. n, m]                   mT.r1
//   rank 0  ->  the operand itself                             mT.r2
//
// Errors: mT.e1 if the rank is 1.
Result<TensorOrItself> TransposeMatrices(const Tensor& operand);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_PERMUTE_H_
