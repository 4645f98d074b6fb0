#include "reference/ops/sparse.h"

namespace viewproof {

Result<Tensor> SparseIndices(const Tensor& operand) {
  if (operand.coo == nullptr) {
    return Error{"indices.e1"};
  }
  if (!operand.coo->coalesced) {
    return Error{"indices.e2"};
  }
  return operand.coo->indices;  // indices.r1
}

Result<Tensor> SparseValues(const Tensor& operand) {
  if (operand.coo == nullptr) {
    return Error{"values.e1"};
  }
  if (!operand.coo->coalesced) {
    return Error{"values.e2"};
  }
  return operand.coo->values;  // values.r1
}

}  // namespace viewproof
