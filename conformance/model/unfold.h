#ifndef VIEWPROOF_CONFORMANCE_MODEL_UNFOLD_H_
#define VIEWPROOF_CONFORMANCE_MODEL_UNFOLD_H_

#include <cstdint>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// Windows of `size` elements that begin every `step` elements; a window's
// elements are the last dimension.
TensorOrError Unfold(const Tensor& x, int64_t dimension, int64_t size,
                     int64_t step);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_UNFOLD_H_
