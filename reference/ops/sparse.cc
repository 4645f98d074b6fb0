#include "reference/ops/sparse.h"

namespace viewproof {

Result<Tensor> SparseIndices(const Tensor& operand) {
  if (operand.coo == nullptr) {
    return Error{ErrorKind::kTensorKind, "indices.e1", "operand"};
  }
  if (!operand.coo->coalesced) {
    return Error{ErrorKind::kState, "indices.e2", "operand"};
  }
  return operand.coo->indices;  // indices.r1
}

Result<Tensor> SparseValues(const Tensor& operand) {
  if (operand.coo == nullptr) {
    return Error{ErrorKind::kTensorKind, "values.e1", "operand"};
  }
  if (!operand.coo->coalesced) {
    return Error{ErrorKind::kState, "values.e2", "operand"};
  }
  return operand.coo->values;  // values.r1
}

}  // namespace viewproof
