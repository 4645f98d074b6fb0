#include "conformance/model/ops.h"

namespace viewproof::model {

// sparse.d1
TensorOrError Indices(const Tensor& x) {
  if (x.coo == nullptr) return Wrong(kTensorKind);
  if (!x.coo->coalesced) return Wrong(kState);
  return x.coo->indices;
}

TensorOrError Values(const Tensor& x) {
  if (x.coo == nullptr) return Wrong(kTensorKind);
  if (!x.coo->coalesced) return Wrong(kState);
  return x.coo->values;
}

}  // namespace viewproof::model
