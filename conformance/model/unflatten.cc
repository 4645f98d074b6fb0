#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// unflatten.d1
ViewResult Unflatten(const Tensor& x, int64_t dim, const Ints& sizes) {
  const auto d = FromStart(dim, RankForDims(x));
  if (!d) return Wrong(kDimOutOfRange);
  if (sizes.empty()) return Wrong(kArgument);
  if (x.rank() == 0) return Wrong(kRank);
  const Result<Ints> parts = InferSizes(sizes, x.sizes[*d]);
  if (!parts.ok()) return parts.error();
  Ints split = Without(x.sizes, *d);
  split.insert(split.begin() + static_cast<std::ptrdiff_t>(*d),
               parts.value().begin(), parts.value().end());
  return View(x, split);
}

}  // namespace viewproof::model
