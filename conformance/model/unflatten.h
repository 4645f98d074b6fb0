#ifndef VIEWPROOF_CONFORMANCE_MODEL_UNFLATTEN_H_
#define VIEWPROOF_CONFORMANCE_MODEL_UNFLATTEN_H_

#include <cstdint>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// A view with several dimensions in place of one.
// Abstains if View does.
Viewed Unflatten(const Tensor& x, int64_t dim, const Ints& sizes);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_UNFLATTEN_H_
