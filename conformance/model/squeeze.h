#ifndef VIEWPROOF_CONFORMANCE_MODEL_SQUEEZE_H_
#define VIEWPROOF_CONFORMANCE_MODEL_SQUEEZE_H_

#include <cstdint>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// x without its dimensions of size 1.
Tensor Squeeze(const Tensor& x);

// x without the dimensions named, if their size is 1.
TensorOrError SqueezeDim(const Tensor& x, int64_t dim);
TensorOrError SqueezeDims(const Tensor& x, const Ints& dim);

// x with a new dimension of size 1.
TensorOrError Unsqueeze(const Tensor& x, int64_t dim);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_SQUEEZE_H_
