#include <numeric>
#include <optional>

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {
namespace {

bool IsChannelsLast(MemoryFormat format) {
  return format == MemoryFormat::kChannelsLast ||
         format == MemoryFormat::kChannelsLast3d;
}

}  // namespace

// memory_format.d1
std::optional<Ints> Order(MemoryFormat format, int64_t rank) {
  if (format == MemoryFormat::kChannelsLast && rank != 4) return std::nullopt;
  if (format == MemoryFormat::kChannelsLast3d && rank != 5) return std::nullopt;
  Ints order(rank);
  std::iota(order.begin(), order.end(), 0);
  if (!IsChannelsLast(format)) return order;
  return With(Without(order, 1), order.size() - 1, 1);
}

bool RowsFit(const Tensor& x) {
  return Fitting(ViewOf(x, x.sizes, RowMajor(0, x.sizes, ItemSize(x.dtype))))
      .ok();
}

// memory_format.d2
Tensor CopyInOrder(const Tensor& x, const Ints& order) {
  const Tensor ordered = Permute(x, order).value();
  Tensor copy = Fresh(x.dtype, x.sizes, BytesOf(ordered));
  copy.address = [order, sizes = ordered.sizes,
                  item_size = ItemSize(x.dtype)](const Wides& i) {
    Wides j;
    for (const int64_t d : order) j.push_back(i[d]);
    return Along(0, Ravel(j, sizes), item_size);
  };
  return copy;
}

bool IsContiguousIn(const Tensor& x, MemoryFormat format) {
  const auto order = Order(format, x.rank());
  if (!order) return false;
  const Tensor ordered = Permute(x, *order).value();
  if (!IsChannelsLast(format) || Count(x.sizes) > 0) {
    return IsContiguous(ordered);
  }
  const Wides steps = Steps(ordered);
  for (std::size_t d = 0; d < steps.size(); ++d) {
    const Wide due =
        Count(Ints(ordered.sizes.begin() + d + 1, ordered.sizes.end()));
    if (ordered.sizes[d] != 1 && steps[d] != Along(0, due, ItemSize(x.dtype))) {
      return false;
    }
  }
  return true;
}

TensorOrError ContiguousIn(const Tensor& x, MemoryFormat format) {
  if (IsContiguousIn(x, format)) return x;
  if (format == MemoryFormat::kPreserve) return Wrong(kArgument);
  if (!BytesFit(x) || !RowsFit(x)) return Beyond(x.sizes);
  const auto order = Order(format, x.rank());
  if (!order) return Wrong(kRank);
  return CopyInOrder(x, *order);
}

}  // namespace viewproof::model
