#include <algorithm>

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// diagonal.d1
TensorOrError Diagonal(const Tensor& x, int64_t offset, int64_t dim1,
                       int64_t dim2) {
  const auto places = DimsFromStart({dim1, dim2}, RankForDims(x));
  if (!places.ok()) return places.error();
  const std::size_t a = places.value()[0], b = places.value()[1];
  const Wide down = offset < 0 ? -Wide{offset} : 0;
  const Wide across = std::max<Wide>(offset, 0);
  const Wide length =
      std::max<Wide>(std::min(x.sizes[a] - down, x.sizes[b] - across), 0);
  const bool empty = length == 0;
  const Tensor shifted = Cut(Cut(x, a, empty ? 0 : down, x.sizes[a]), b,
                             empty ? 0 : across, x.sizes[b]);
  Ints sizes = Without(Without(x.sizes, std::max(a, b)), std::min(a, b));
  sizes.push_back(static_cast<int64_t>(length));
  return Fitting(Rearranged(shifted, sizes, [a, b](const Wides& i) {
    const Wides rest = Without(i, i.size() - 1);
    return With(With(rest, std::min(a, b), i.back()), std::max(a, b), i.back());
  }));
}

}  // namespace viewproof::model
