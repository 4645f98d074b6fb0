#ifndef VIEWPROOF_REFERENCE_OPS_NEW_H_
#define VIEWPROOF_REFERENCE_OPS_NEW_H_

#include "reference/core/tensor.h"

namespace viewproof {

// A literal as a tensor of the case, on a new storage (spec: new). Nothing of
// the operand matters.
Tensor New(const Tensor& operand, const Tensor& literal);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_NEW_H_
