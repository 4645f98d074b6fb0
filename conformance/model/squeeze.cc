#include <algorithm>
#include <optional>

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

Tensor Squeeze(const Tensor& x) {
  Tensor result = x;
  for (std::size_t d = x.sizes.size(); d-- > 0;) {
    if (x.sizes[d] == 1) result = Dropped(result, d);
  }
  return result;
}

TensorOrError SqueezeDim(const Tensor& x, int64_t dim) {
  return SqueezeDims(x, {dim});
}

TensorOrError SqueezeDims(const Tensor& x, const Ints& dim) {
  const auto places = DimsFromStart(dim, RankForDims(x));
  if (!places.ok()) return places.error();
  if (x.rank() == 0) return x;
  std::vector<std::size_t> from_the_end = places.value();
  std::sort(from_the_end.rbegin(), from_the_end.rend());
  Tensor result = x;
  for (const std::size_t d : from_the_end) {
    if (x.sizes[d] == 1) result = Dropped(result, d);
  }
  return result;
}

TensorOrError Unsqueeze(const Tensor& x, int64_t dim) {
  const auto place = FromStart(dim, x.rank() + 1);
  if (!place) return Wrong(kDimOutOfRange);
  const std::size_t d = *place;
  if (d == x.sizes.size()) return Fitting(Following(x, 1));
  const auto source = [d, size = x.sizes[d]](const Wides& i) {
    Wides j = Without(i, d);
    j[d] = Along(j[d], i[d], size);
    return j;
  };
  return Fitting(Rearranged(x, With(x.sizes, d, 1), source));
}

}  // namespace viewproof::model
