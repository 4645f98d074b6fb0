#ifndef VIEWPROOF_CONFORMANCE_MODEL_DIAGONAL_H_
#define VIEWPROOF_CONFORMANCE_MODEL_DIAGONAL_H_

#include <cstdint>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// The diagonal of two dimensions, as the last one.
TensorOrError Diagonal(const Tensor& x, int64_t offset, int64_t dim1,
                       int64_t dim2);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_DIAGONAL_H_
