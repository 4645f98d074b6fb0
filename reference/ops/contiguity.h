#ifndef VIEWPROOF_REFERENCE_OPS_CONTIGUITY_H_
#define VIEWPROOF_REFERENCE_OPS_CONTIGUITY_H_

#include <optional>

#include "reference/core/error.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The operand itself when it is contiguous, else a copy that is (spec:
// contiguous).
//
//   contiguous  ->  itself, strides of sizes 0 and 1 as they are  contiguous.r1
//   otherwise   ->  row-major strides, offset 0, a new storage    contiguous.r2
//
// Errors: contiguous.e1 if a copy's bytes exceed int64.
Result<TensorOrItself> Contiguous(const Tensor& operand);

// The bytes that a copy of `operand` takes; nothing when they exceed int64.
std::optional<int64_t> BytesOfCopy(const Tensor& operand);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_CONTIGUITY_H_
