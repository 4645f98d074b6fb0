#include "conformance/model/contiguity.h"

#include "conformance/model/rearrange.h"

namespace viewproof::model {

Made Contiguous(const Tensor& x) {
  if (IsContiguous(x)) return x;
  const Wide bytes = Along(0, Count(x.sizes), ItemSize(x.dtype));
  if (bytes > kMaxInt) return Wrong(kOverflow);
  return CopyOf(x);
}

}  // namespace viewproof::model
