#include <cstddef>
#include <utility>

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {
namespace {

// The dimensions by how far their elements lie apart, outermost first.
Ints OrderOfSteps(const Tensor& x) {
  const Wides steps = Steps(x);
  Ints order;
  for (int64_t d = x.rank() - 1; d >= 0; --d) {  // clone.d2
    order = With(order, 0, d);
    std::size_t place = 0;
    for (std::size_t k = 1; k < order.size(); ++k) {
      const int64_t other = order[k];
      if (steps[d] == 0 || steps[other] == 0) continue;
      if (steps[other] < steps[d]) break;
      if (steps[other] == steps[d] && x.sizes[other] <= x.sizes[d]) continue;
      std::swap(order[k], order[place]);
      place = k;
    }
  }
  return order;
}

// A copy whose elements lie as far from its first one as those of x do.
Tensor Moved(const Tensor& x) {
  const Wide bytes = Along(0, Count(x.sizes), ItemSize(x.dtype));
  Tensor copy = Fresh(x.dtype, x.sizes,
                      std::vector<std::byte>(static_cast<std::size_t>(bytes)));
  copy.address = [at = x.address, start = Start(x)](const Wides& i) {
    return at(i) - start;
  };
  Store(x, copy);
  return copy;
}

}  // namespace

// clone.d1
TensorOrError Clone(const Tensor& x) {
  if (!BytesFit(x)) return Wrong(kOverflow);
  if (Count(x.sizes) == 0 || IsDense(x)) return Moved(x);
  return CopyInOrder(x, OrderOfSteps(x));
}

TensorOrError CloneIn(const Tensor& x, MemoryFormat format) {
  if (format == MemoryFormat::kPreserve) return Clone(x);
  if (!BytesFit(x) || !RowsFit(x)) return Beyond(x.sizes);
  const auto order = Order(format, x.rank());
  if (!order) return Wrong(kRank);
  if (format == MemoryFormat::kContiguous) return CopyOf(x);
  return CopyInOrder(x, *order);
}

TensorOrError ResolveConj(const Tensor& x) {
  return x.conj ? Clone(x) : TensorOrError(x);
}

TensorOrError ResolveNeg(const Tensor& x) {
  return x.neg ? Clone(x) : TensorOrError(x);
}

}  // namespace viewproof::model
