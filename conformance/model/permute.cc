#include <optional>
#include <utility>

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// permute.d1
TensorOrError Permute(const Tensor& x, const Ints& dims) {
  if (dims.size() != x.sizes.size()) return Wrong(kRank);
  const auto places = DimsFromStart(dims, x.rank());
  if (!places.ok()) return places.error();
  Ints sizes;
  for (const std::size_t place : places.value())
    sizes.push_back(x.sizes[place]);
  return Rearranged(x, sizes, [to = places.value()](const Wides& i) {
    Wides j(i.size());
    for (std::size_t d = 0; d < i.size(); ++d) j[to[d]] = i[d];
    return j;
  });
}

TensorOrError Transpose(const Tensor& x, int64_t dim0, int64_t dim1) {
  const auto a = FromStart(dim0, RankForDims(x)),
             b = FromStart(dim1, RankForDims(x));
  if (!a) return Wrong(kDimOutOfRange);
  if (!b) return Wrong(kDimOutOfRange);
  if (*a == *b) return x;
  Ints sizes = x.sizes;
  std::swap(sizes[*a], sizes[*b]);
  return Rearranged(x, sizes, [a = *a, b = *b](Wides i) {
    std::swap(i[a], i[b]);
    return i;
  });
}

TensorOrError TransposeMatrix(const Tensor& x) {
  if (x.rank() > 2) return Wrong(kRank);
  return x.rank() < 2 ? TensorOrError(x) : Transpose(x, 0, 1);
}

Tensor ReverseDims(const Tensor& x) {
  return Rearranged(x, Ints(x.sizes.rbegin(), x.sizes.rend()),
                    [](const Wides& i) { return Wides(i.rbegin(), i.rend()); });
}

TensorOrError TransposeMatrices(const Tensor& x) {
  if (x.rank() == 1) return Wrong(kRank);
  return x.rank() == 0 ? TensorOrError(x) : Transpose(x, -2, -1);
}

}  // namespace viewproof::model
