#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// as_strided.d1
TensorOrError AsStrided(const Tensor& x, const Ints& size, const Ints& stride,
                        std::optional<int64_t> storage_offset) {
  if (size.size() != stride.size()) return Wrong(kRank);
  for (std::size_t d = 0; d < size.size(); ++d) {
    if (size[d] < 0 || stride[d] < 0) return Wrong(kArgument);
  }
  if (storage_offset.value_or(0) < 0) return Wrong(kArgument);
  const Wide item_size = ItemSize(x.dtype);
  const Wide first = storage_offset ? *storage_offset * item_size : Start(x);
  const auto address = [=](const Wides& i) {
    Wide elements = 0;
    for (std::size_t d = 0; d < i.size(); ++d) {
      elements = Along(elements, i[d], stride[d]);
    }
    return Along(first, elements, item_size);
  };
  if (Count(size) > 0) {
    Wides corner;
    for (const int64_t n : size) corner.push_back(n - 1);
    const Wide extent = Along(address(corner), 1, item_size);
    if (extent > kMaxInt) return Wrong(kOverflow);
    if (extent > static_cast<Wide>(x.storage->size())) {
      return Wrong(kOutOfBounds);
    }
  }
  return Fitting(ViewOf(x, size, address));
}

}  // namespace viewproof::model
