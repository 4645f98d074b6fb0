#ifndef VIEWPROOF_CONFORMANCE_MODEL_CLONE_H_
#define VIEWPROOF_CONFORMANCE_MODEL_CLONE_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"
#include "reference/ops/memory_format.h"

namespace viewproof::model {

// A copy without bits whose elements lie in the order of those of x, without
// gaps. Errors: kOverflow.
TensorOrError Clone(const Tensor& x);

// A copy in the order of the format. Errors: kOverflow, kRank.
TensorOrError CloneIn(const Tensor& x, MemoryFormat format);

// x, or its clone if it has the bit. Errors: kOverflow.
TensorOrError ResolveConj(const Tensor& x);
TensorOrError ResolveNeg(const Tensor& x);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_CLONE_H_
