#ifndef VIEWPROOF_CONFORMANCE_MODEL_CONTIGUITY_H_
#define VIEWPROOF_CONFORMANCE_MODEL_CONTIGUITY_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// Whether the bytes of a copy of x fit int64.
bool BytesFit(const Tensor& x);

// x if it is contiguous, else a copy.
TensorOrError Contiguous(const Tensor& x);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_CONTIGUITY_H_
