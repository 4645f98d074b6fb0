#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

bool BytesFit(const Tensor& x) {
  return Along(0, Count(x.sizes), ItemSize(x.dtype)) <= kMaxInt;
}

TensorOrError Contiguous(const Tensor& x) {
  if (IsContiguous(x)) return x;
  if (!BytesFit(x)) return Wrong(kOverflow);
  return CopyOf(x);
}

}  // namespace viewproof::model
