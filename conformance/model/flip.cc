#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// flip.d1
TensorOrError Flip(const Tensor& x, const Ints& dims) {
  if ((x.conj || x.neg) && !BytesFit(x)) return Wrong(kOverflow);
  const auto places = DimsFromStart(dims, RankForDims(x));
  if (!places.ok()) return places.error();
  TensorOrError copy = Clone(x);
  if (!copy.ok() || x.rank() == 0) return copy;
  const auto from_the_end = [sizes = x.sizes, &places](Wides i) {
    for (const std::size_t d : places.value()) i[d] = sizes[d] - 1 - i[d];
    return i;
  };
  Store(Rearranged(x, x.sizes, from_the_end), copy.value());
  return copy;
}

}  // namespace viewproof::model
