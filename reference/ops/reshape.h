#ifndef VIEWPROOF_REFERENCE_OPS_RESHAPE_H_
#define VIEWPROOF_REFERENCE_OPS_RESHAPE_H_

#include <cstdint>

#include "reference/core/error.h"
#include "reference/core/geometry.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The same elements in the same row-major order, in other sizes: a view where
// one exists, else a copy (spec: reshape).
//
//   sizes    any  ->  shape, -1 standing for the number that fits
//   strides, offset, storage  those of view(shape)              reshape.r1
//                             else row-major, 0, a new storage  reshape.r2
//
// Errors: reshape.e1, reshape.e2 entry by entry: one below -1; a second -1;
//         reshape.e3 if a -1 is ambiguous beside a 0;
//         reshape.e4 if the sizes do not multiply to numel;
//         reshape.e5 if a stride of an empty result, or the bytes of a copy,
//                    exceed int64.
Result<Tensor> Reshape(const Tensor& operand, const Ints& shape);

// Makes one dimension of start_dim to end_dim, both included (spec: flatten).
//
//   rank 0                ->  sizes [1]                              flatten.r1
//   start_dim == end_dim  ->  the operand itself                     flatten.r2
//   sizes [.. s_a .. s_b ..]  ->  [.. s_a * .. * s_b ..], a view or a copy
//                                                                    flatten.r3
//
// Negative dimensions count from the end (spec: dim.d1).
//
// Errors: flatten.e1 if start_dim lies outside [-rank, rank);
//         flatten.e2 if end_dim does;
//         flatten.e3 if start_dim comes after end_dim;
//         flatten.e4 if the merged size exceeds int64;
//         flatten.e5 if a stride of an empty result, or the bytes of a copy,
//                    exceed int64.
Result<TensorOrItself> Flatten(const Tensor& operand, int64_t start_dim,
                               int64_t end_dim);

// All elements in one dimension, without gaps (spec: ravel).
//
//   contiguous  ->  the view of one dimension                   ravel.r1
//   otherwise   ->  a copy, even if such a view exists          ravel.r2
//
// Errors: ravel.e1 if the bytes of a copy exceed int64.
Result<Tensor> Ravel(const Tensor& operand);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_RESHAPE_H_
