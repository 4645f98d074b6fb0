#include "reference/ops/unfold.h"

#include <optional>
#include <utility>

#include "reference/core/checked.h"

namespace viewproof {
namespace {

// The windows along dimension `dim`; nothing when a number exceeds int64.
// Requires: 0 <= dim < rank, 0 <= size <= the dimension's, step > 0.
std::optional<Geometry> Windows(const Geometry& operand, int64_t dim,
                                int64_t size, int64_t step) {
  const int64_t stride = operand.strides[dim];
  const auto windows =
      CheckedAdd((operand.sizes[dim] - size) / step, 1);  // unfold.r1
  const auto between = CheckedMultiply(stride, step);     // unfold.r2
  if (!windows || !between) return std::nullopt;
  std::optional<Geometry> result = operand;
  result->sizes[dim] = *windows;
  result->strides[dim] = *between;
  result->sizes.push_back(size);  // unfold.r3
  result->strides.push_back(stride);
  if (!Numel(result->sizes)) return std::nullopt;
  return result;
}

}  // namespace

Result<Geometry> Unfold(const Geometry& operand, int64_t dimension,
                        int64_t size, int64_t step) {
  const std::optional<int64_t> dim = WrapDim(dimension, WrapRank(operand));
  if (!dim) {
    return Error{"unfold.e1"};
  }
  if (size < 0) return Error{"unfold.e2"};
  const bool scalar = operand.rank() == 0;
  const int64_t limit = scalar ? 1 : operand.sizes[*dim];
  if (size > limit) return Error{"unfold.e3"};
  if (step <= 0) return Error{"unfold.e4"};
  if (scalar) return Geometry{{size}, {1}, operand.offset};  // unfold.r4

  std::optional<Geometry> result = Windows(operand, *dim, size, step);
  if (!result) return Error{"unfold.e5"};
  return *std::move(result);
}

}  // namespace viewproof
