#include "conformance/model/rearrange.h"

#include <algorithm>

namespace viewproof::model {

// dim.d1
std::optional<std::size_t> FromStart(int64_t k, int64_t count) {
  if (k < -count || k >= count) return std::nullopt;
  return k < 0 ? k + count : k;
}

Result<std::vector<std::size_t>> DimsFromStart(const Ints& dims, int64_t rank) {
  std::vector<std::size_t> list;
  for (const int64_t dim : dims) {
    const std::optional<std::size_t> d = FromStart(dim, rank);
    if (!d) return Wrong(kDimOutOfRange);
    if (std::find(list.begin(), list.end(), *d) != list.end()) {
      return Wrong(kDuplicateDim);
    }
    list.push_back(*d);
  }
  return list;
}

Result<std::size_t> DimOf(const Tensor& x, int64_t dim) {
  if (x.rank() == 0) return Wrong(kRank);
  const std::optional<std::size_t> d = FromStart(dim, x.rank());
  if (!d) return Wrong(kDimOutOfRange);
  return *d;
}

// dim.d2
int64_t RankForDims(const Tensor& x) { return std::max<int64_t>(x.rank(), 1); }

Tensor Cut(const Tensor& x, std::size_t d, Wide start, int64_t length,
           Wide step) {
  Ints sizes = x.sizes;
  sizes[d] = length;
  return Rearranged(x, sizes, [=](Wides i) {
    i[d] = Along(start, i[d], step);
    return i;
  });
}

Tensor Dropped(const Tensor& x, std::size_t d, Wide index) {
  return Rearranged(x, Without(x.sizes, d),
                    [=](const Wides& i) { return With(i, d, index); });
}

Tensor Following(const Tensor& x, int64_t size) {
  const auto address = [at = x.address,
                        item_size = ItemSize(x.dtype)](const Wides& i) {
    return Along(at(Without(i, i.size() - 1)), i.back(), item_size);
  };
  return ViewOf(x, With(x.sizes, x.sizes.size(), size), address);
}

TensorOrError Fitting(Tensor x) {
  const Wide item_size = ItemSize(x.dtype);
  bool fits = Count(x.sizes) <= kMaxInt && Start(x) / item_size <= kMaxInt;
  for (const Wide step : Steps(x)) fits &= step / item_size <= kMaxInt;
  if (!fits) return Beyond(x.sizes);
  return x;
}

TensorsOrError AllFitting(const std::vector<Tensor>& list) {
  for (const Tensor& x : list) {
    if (const TensorOrError made = Fitting(x); !made.ok()) return made.error();
  }
  return list;
}

}  // namespace viewproof::model
