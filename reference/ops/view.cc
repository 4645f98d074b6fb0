#include "reference/ops/view.h"

#include <cstddef>
#include <utility>

#include "reference/core/checked.h"
#include "reference/core/require.h"

namespace viewproof {
namespace {

struct Mergeable {
  int64_t base = 1;   // The stride of its last dimension; 1 at rank 0.
  int64_t count = 1;  // The product of its sizes.
};

// The chunk that ends before dimension `left`, which moves to its start.
Mergeable TakeChunk(const Geometry& operand, std::size_t& left) {
  Mergeable chunk;
  if (left > 0) chunk.base = operand.strides[left - 1];
  while (
      left > 0 &&  // viewable.d2
      (operand.sizes[left - 1] == 1 ||
       CheckedMultiply(chunk.base, chunk.count) == operand.strides[left - 1])) {
    chunk.count *= operand.sizes[--left];
  }
  return chunk;
}

}  // namespace

Result<Geometry> View(const Geometry& operand, const Ints& size) {
  Result<Ints> sizes = InferSizes(size, Numel(operand.sizes).value(),
                                  {.below_minus_one = "view.e1",
                                   .twice = "view.e2",
                                   .ambiguous = "view.e3",
                                   .mismatch = "view.e4"});
  if (!sizes.ok()) return sizes.error();
  std::optional<Ints> strides = ViewStrides(operand, sizes.value());
  if (strides) {  // view.r1 view.r2 view.r3
    return Geometry{std::move(sizes).value(), *std::move(strides),
                    operand.offset};
  }
  if (Numel(sizes.value()) == 0) {
    return Error{"view.e6"};
  }
  return Error{"view.e5"};
}

Geometry Detach(const Geometry& operand) { return operand; }  // detach.r1

std::optional<Ints> ViewStrides(const Geometry& operand, const Ints& sizes) {
  if (Numel(operand.sizes) == 0) {
    if (sizes == operand.sizes) return operand.strides;  // viewable.r2
    return ContiguousStrides(sizes);                     // viewable.r3
  }
  Ints strides(sizes.size());
  std::size_t left = operand.sizes.size();  // Dimensions in no chunk yet.
  std::size_t unfilled = sizes.size();      // New ones without a stride yet.
  do {
    const Mergeable chunk = TakeChunk(operand, left);
    int64_t filled = 1;
    while (unfilled > 0 &&  // viewable.d3
           (filled < chunk.count || sizes[unfilled - 1] == 1)) {
      const auto stride = CheckedMultiply(chunk.base, filled);
      if (!stride) return std::nullopt;
      strides[--unfilled] = *stride;  // viewable.r1
      filled *= sizes[unfilled];
    }
    if (filled != chunk.count) return std::nullopt;  // viewable.d1
  } while (left > 0);
  Require(unfilled == 0, "sizes that multiply to numel");
  return strides;
}

Result<Ints> InferSizes(const Ints& sizes, int64_t numel,
                        const InferenceRules& rules) {
  Ints result = sizes;
  bool infers = false;
  std::size_t inferred = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] < -1) {
      return Error{rules.below_minus_one, sizes[d]};
    }
    if (sizes[d] != -1) continue;
    if (infers) return Error{rules.twice};
    infers = true;
    inferred = d;
    result[d] = 1;
  }
  // The product of the others.
  const std::optional<int64_t> product = Numel(result);
  if (infers && numel == 0 && product == 0) {
    return Error{rules.ambiguous};
  }
  const bool fits = infers ? product.value_or(0) != 0 && numel % *product == 0
                           : product == numel;
  if (!fits) return Error{rules.mismatch, numel};
  if (infers) result[inferred] = numel / *product;
  return result;
}

}  // namespace viewproof
