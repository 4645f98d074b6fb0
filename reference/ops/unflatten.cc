#include "reference/ops/unflatten.h"

#include <optional>
#include <utility>

#include "reference/ops/view.h"

namespace viewproof {

Result<Geometry> Unflatten(const Geometry& operand, int64_t dim,
                           const Ints& sizes) {
  const std::optional<int64_t> at = WrapDim(dim, WrapRank(operand));
  if (!at) {
    return Error{"unflatten.e1"};
  }
  if (sizes.empty()) {
    return Error{"unflatten.e2"};
  }
  if (operand.rank() == 0) {
    return Error{"unflatten.e3"};
  }
  const Result<Ints> parts = InferSizes(sizes, operand.sizes[*at],
                                        {.below_minus_one = "unflatten.e4",
                                         .twice = "unflatten.e5",
                                         .ambiguous = "unflatten.e6",
                                         .mismatch = "unflatten.e7"});
  if (!parts.ok()) return parts.error();
  Ints split = operand.sizes;  // unflatten.r1
  split.insert(split.erase(split.begin() + *at), parts.value().begin(),
               parts.value().end());
  std::optional<Ints> strides = ViewStrides(operand, split);  // unflatten.r2
  if (!strides) {
    return Error{"unflatten.e8"};
  }
  return Geometry{std::move(split), *std::move(strides), operand.offset};
}

}  // namespace viewproof
