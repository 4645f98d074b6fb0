#ifndef VIEWPROOF_CONFORMANCE_MODEL_RESHAPE_H_
#define VIEWPROOF_CONFORMANCE_MODEL_RESHAPE_H_

#include <cstdint>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// A view in other sizes, or a copy if there is none.
// All abstain if View does.
Viewed Reshape(const Tensor& x, const Ints& shape);

// The same, with dimensions start_dim to end_dim as one.
Viewed Flatten(const Tensor& x, int64_t start_dim, int64_t end_dim);

// x in one dimension: a view if x is contiguous, else a copy. Errors:
// kOverflow.
Viewed Raveled(const Tensor& x);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_RESHAPE_H_
