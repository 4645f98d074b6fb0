#ifndef VIEWPROOF_CONFORMANCE_MODEL_PERMUTE_H_
#define VIEWPROOF_CONFORMANCE_MODEL_PERMUTE_H_

#include <cstdint>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// Dimension d of the result is dimension dims[d] of x.
TensorOrError Permute(const Tensor& x, const Ints& dims);

// Two dimensions change places.
TensorOrError Transpose(const Tensor& x, int64_t dim0, int64_t dim1);

// t: the two dimensions of a matrix change places; a row or a number stays.
TensorOrError TransposeMatrix(const Tensor& x);

// T: the last dimension comes first.
Tensor ReverseDims(const Tensor& x);

// mT: the last two dimensions change places; a number stays.
TensorOrError TransposeMatrices(const Tensor& x);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_PERMUTE_H_
