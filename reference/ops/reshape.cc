#include "reference/ops/reshape.h"

#include <optional>
#include <utility>

#include "reference/ops/contiguity.h"
#include "reference/ops/view.h"

namespace viewproof {
namespace {

// A view of `operand` in `sizes`, or else a copy; refused under the id
// `overflow`. Requires: `sizes` multiply to its numel.
Result<Tensor> ViewOrCopy(const Tensor& operand, Ints sizes,
                          ErrorRule overflow) {
  std::optional<Ints> strides = ViewStrides(operand.geometry, sizes);
  if (strides) {  // reshape.r3
    return ViewOf(operand, {std::move(sizes), *std::move(strides),
                            operand.geometry.offset});
  }
  strides = ContiguousStrides(sizes);
  if (!strides || !BytesOfCopy(operand)) {
    return Error{overflow};
  }
  Tensor copy = ContiguousCopy(operand);
  copy.geometry.sizes = std::move(sizes);
  copy.geometry.strides = *std::move(strides);
  return copy;
}

// The operand with the dimensions start .. end, both included, as one; refused
// under the id `too_large` when that one exceeds int64.
Result<TensorOrItself> Merge(const Tensor& operand, int64_t start, int64_t end,
                             ErrorRule too_large, ErrorRule overflow) {
  const Ints& sizes = operand.geometry.sizes;
  Ints merged = {1};  // flatten.r1
  if (!sizes.empty()) {
    const auto first = sizes.begin() + start;
    const auto last = sizes.begin() + end + 1;
    const std::optional<int64_t> product = Numel(Ints(first, last));
    if (!product) return Error{too_large};
    merged.assign(sizes.begin(), first);
    merged.push_back(*product);  // flatten.r3
    merged.insert(merged.end(), last, sizes.end());
  }
  Result<Tensor> result = ViewOrCopy(operand, std::move(merged), overflow);
  if (!result.ok()) return result.error();
  return std::move(result).value();
}

}  // namespace

Result<Tensor> Reshape(const Tensor& operand, const Ints& shape) {
  const int64_t numel = Numel(operand.geometry.sizes).value();
  Result<Ints> sizes = InferSizes(shape, numel,
                                  {.below_minus_one = "reshape.e1",
                                   .twice = "reshape.e2",
                                   .ambiguous = "reshape.e3",
                                   .mismatch = "reshape.e4"});
  if (!sizes.ok()) return sizes.error();
  // reshape.r1 reshape.r2
  return ViewOrCopy(operand, std::move(sizes).value(), "reshape.e5");
}

Result<TensorOrItself> Flatten(const Tensor& operand, int64_t start_dim,
                               int64_t end_dim) {
  const int64_t rank = WrapRank(operand.geometry);
  const std::optional<int64_t> start = WrapDim(start_dim, rank);
  if (!start) {
    return Error{"flatten.e1"};
  }
  const std::optional<int64_t> end = WrapDim(end_dim, rank);
  if (!end) {
    return Error{"flatten.e2"};
  }
  if (*start > *end) {
    return Error{"flatten.e3"};
  }
  if (operand.geometry.rank() > 0 && start == end) {
    return Itself{};  // flatten.r2
  }
  return Merge(operand, *start, *end, "flatten.e4", "flatten.e5");
}

Result<Tensor> Ravel(const Tensor& operand) {
  const int64_t numel = Numel(operand.geometry.sizes).value();
  if (IsContiguous(operand.geometry)) {
    Ints strides = ViewStrides(operand.geometry, {numel}).value();
    return ViewOf(
        operand,
        {{numel}, std::move(strides), operand.geometry.offset});  // ravel.r1
  }
  if (!BytesOfCopy(operand)) return Error{"ravel.e1"};
  Tensor copy = ContiguousCopy(operand);
  copy.geometry = {{numel}, {1}, 0};
  return copy;  // ravel.r2
}

}  // namespace viewproof
