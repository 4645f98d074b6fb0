#ifndef VIEWPROOF_CONFORMANCE_MODEL_SPARSE_H_
#define VIEWPROOF_CONFORMANCE_MODEL_SPARSE_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// What a coalesced sparse tensor was made of.
TensorOrError Indices(const Tensor& x);
TensorOrError Values(const Tensor& x);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_SPARSE_H_
