#ifndef VIEWPROOF_CONFORMANCE_MODEL_SLICE_H_
#define VIEWPROOF_CONFORMANCE_MODEL_SLICE_H_

#include <cstdint>
#include <optional>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// One element of a dimension, without that dimension.
TensorOrError Select(const Tensor& x, int64_t dim, int64_t index);

// Every step-th element of a dimension, from start to before end.
TensorOrError Slice(const Tensor& x, int64_t dim, std::optional<int64_t> start,
                    std::optional<int64_t> end, int64_t step);

// `length` elements of a dimension, from start on.
TensorOrError Narrow(const Tensor& x, int64_t dim, int64_t start,
                     int64_t length);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_SLICE_H_
