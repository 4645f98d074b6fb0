#ifndef VIEWPROOF_REFERENCE_OPS_SPARSE_H_
#define VIEWPROOF_REFERENCE_OPS_SPARSE_H_

#include "reference/core/error.h"
#include "reference/core/tensor.h"

namespace viewproof {

// Holds what a sparse tensor is made of (spec: sparse.d1).
struct CooTensors {
  Tensor indices;  // int64, [sparse dimensions, entries]
  Tensor values;   // [entries, dense dimensions...]
  bool coalesced = false;
};

// The places of a sparse tensor's entries (spec: indices).
//
//   dtype, geometry, storage  ->  those of its indices    indices.r1
//
// Errors: indices.e1 if the operand is strided;
//         indices.e2 if it is not coalesced.
Result<Tensor> SparseIndices(const Tensor& operand);

// The elements of a sparse tensor's entries (spec: values).
//
//   dtype, geometry, storage  ->  those of its values     values.r1
//
// Errors: values.e1 if the operand is strided;
//         values.e2 if it is not coalesced.
Result<Tensor> SparseValues(const Tensor& operand);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_SPARSE_H_
