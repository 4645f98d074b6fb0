#ifndef VIEWPROOF_CONFORMANCE_MODEL_DTYPE_VIEW_H_
#define VIEWPROOF_CONFORMANCE_MODEL_DTYPE_VIEW_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"
#include "reference/core/dtype.h"

namespace viewproof::model {

// The same bytes as elements of another dtype; the last dimension is cut anew.
TensorOrError ViewDType(const Tensor& x, DType dtype);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_DTYPE_VIEW_H_
