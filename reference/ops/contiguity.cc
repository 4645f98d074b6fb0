#include "reference/ops/contiguity.h"

#include "reference/core/checked.h"

namespace viewproof {

Result<TensorOrItself> Contiguous(const Tensor& operand) {
  if (IsContiguous(operand.geometry)) {
    return Itself{};  // contiguous.r1
  }
  if (!BytesOfCopy(operand)) {
    return Error{"contiguous.e1"};
  }
  return ContiguousCopy(operand);  // contiguous.r2
}

std::optional<int64_t> BytesOfCopy(const Tensor& operand) {
  return CheckedMultiply(Numel(operand.geometry.sizes).value(),
                         ItemSize(operand.dtype));
}

}  // namespace viewproof
