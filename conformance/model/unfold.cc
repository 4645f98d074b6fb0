#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// unfold.d1
TensorOrError Unfold(const Tensor& x, int64_t dimension, int64_t size,
                     int64_t step) {
  const auto d = FromStart(dimension, RankForDims(x));
  if (!d) return Wrong(kDimOutOfRange);
  if (size < 0) return Wrong(kArgument);
  if (step <= 0) return Wrong(kArgument);
  if (size > (x.rank() == 0 ? 1 : x.sizes[*d])) {
    return Wrong(kSize);
  }
  if (x.rank() == 0) return Following(x, size);
  const Wide windows = (Wide{x.sizes[*d]} - size) / step + 1;
  if (windows > kMaxInt) return Wrong(kOverflow);
  Ints sizes = With(x.sizes, x.sizes.size(), size);
  sizes[*d] = static_cast<int64_t>(windows);
  return Fitting(Rearranged(x, sizes, [d = *d, step](const Wides& i) {
    Wides j = Without(i, i.size() - 1);
    j[d] = Along(i.back(), i[d], step);
    return j;
  }));
}

}  // namespace viewproof::model
