#include "conformance/model/write.h"

#include <array>
#include <cstddef>

#include "conformance/model/expand.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {
namespace {

bool SamePlaces(const Tensor& a, const Tensor& b) {
  return a.sizes.size() == b.sizes.size() && Start(a) == Start(b) &&
         Steps(a) == Steps(b);
}

bool PartlyOverlap(const Tensor& a, const Tensor& b) {
  return RunsMeet(a, b) && (Count(a.sizes) * ItemSize(a.dtype) !=
                                Count(b.sizes) * ItemSize(b.dtype) ||
                            !SamePlaces(a, b));
}

// Whether sizes `source`, aligned at the last one, spread to `target`.
bool Broadcasts(const Ints& source, const Ints& target) {
  if (source.size() > target.size()) return false;
  const std::size_t lead = target.size() - source.size();
  for (std::size_t d = 0; d < source.size(); ++d) {
    if (source[d] != 1 && source[d] != target[lead + d]) return false;
  }
  return true;
}

}  // namespace

// write.d1, write.d2
Result<Written> Fill(const Tensor& x, int64_t value) {
  if ((x.conj || x.neg) && HoldsAnElementTwice(x)) return Wrong(kOverlap);
  std::array<std::byte, kMaxItemSize> element;
  Encode(x.dtype, {.re = static_cast<double>(value)}, element.data());
  for (const Wide address : Addresses(x)) {
    Turn(x, element.data(), Element(x, address));
  }
  return Written();
}

Result<Written> Copy(const Tensor& x, const Tensor& src) {
  const bool same = x.storage == src.storage && x.dtype == src.dtype &&
                    x.sizes == src.sizes && SamePlaces(x, src) &&
                    x.conj == src.conj && x.neg == src.neg;
  if (same) return Written();
  if (!Broadcasts(src.sizes, x.sizes)) return Wrong(kSize);
  if (HoldsAnElementTwice(x)) return Wrong(kOverlap);
  if (PartlyOverlap(x, src)) return Wrong(kOverlap);
  const Made spread = Expand(src, x.sizes);
  Store(spread.value(), x);
  return Written();
}

}  // namespace viewproof::model
