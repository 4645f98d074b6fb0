#ifndef VIEWPROOF_CONFORMANCE_MODEL_EXPAND_H_
#define VIEWPROOF_CONFORMANCE_MODEL_EXPAND_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// Dimensions of size 1, and new ones in front, repeat their element.
TensorOrError Expand(const Tensor& x, const Ints& size);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_EXPAND_H_
