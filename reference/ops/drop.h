#ifndef VIEWPROOF_REFERENCE_OPS_DROP_H_
#define VIEWPROOF_REFERENCE_OPS_DROP_H_

#include "reference/core/tensor.h"

namespace viewproof {

// Forgets a tensor (spec: drop). What is left of it is an empty header.
//
//   its storage, while another tensor is on it  ->  as it was    drop.r1
//   every other tensor  ->  as it was                            drop.r2
void Drop(Tensor& operand);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_DROP_H_
