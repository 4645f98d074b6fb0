#include "reference/ops/clone.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "reference/core/overlap.h"
#include "reference/ops/contiguity.h"

namespace viewproof {
namespace {

// Returns whether dimension a lies outside of b by its stride or, of equal
// strides, by its size.
bool LiesOutside(const Geometry& geometry, std::size_t a, std::size_t b) {
  return std::pair(geometry.strides[a], geometry.sizes[a]) >
         std::pair(geometry.strides[b], geometry.sizes[b]);
}

// The dimensions in the order of their strides, the innermost last.
std::vector<std::size_t> OrderOfStrides(const Geometry& geometry) {
  const std::size_t rank = geometry.sizes.size();
  std::vector<std::size_t> order;  // clone.d2
  for (std::size_t d = rank; d-- > 0;) {
    order.insert(order.begin(), d);
    std::size_t place = 0;
    for (std::size_t k = 1; k < order.size(); ++k) {
      const std::size_t other = order[k];
      if (geometry.strides[d] == 0 || geometry.strides[other] == 0) continue;
      if (geometry.strides[other] < geometry.strides[d]) break;
      if (!LiesOutside(geometry, other, d)) continue;
      std::swap(order[k], order[place]);
      place = k;
    }
  }
  return order;
}

// A copy that begins at offset 0: with the operand's strides if it is dense,
// otherwise in the order of them, without gaps. Requires: its bytes fit int64.
Tensor Preserved(const Tensor& operand) {
  const Geometry& geometry = operand.geometry;
  if (Numel(geometry.sizes) == 0) {  // clone.r1
    return {std::make_shared<Storage>(),
            operand.dtype,
            {geometry.sizes, geometry.strides, 0}};
  }
  Tensor copy = CopyInOrder(operand, OrderOfStrides(geometry));     // clone.r2
  if (IsDense(geometry)) copy.geometry.strides = geometry.strides;  // clone.r1
  return copy;
}

}  // namespace

Result<Tensor> Clone(const Tensor& operand) {
  if (!BytesOfCopy(operand)) return Error{"clone.e1"};
  return Preserved(operand);  // clone.d1
}

Result<Tensor> CloneIn(const Tensor& operand, MemoryFormat format) {
  const Ints& sizes = operand.geometry.sizes;
  const bool preserves = format == MemoryFormat::kPreserve;
  if (!BytesOfCopy(operand) || (!preserves && !ContiguousStrides(sizes))) {
    return Error{"clone_format.e1"};
  }
  if (preserves) return Preserved(operand);  // clone_format.r2
  if (format == MemoryFormat::kContiguous) {
    return ContiguousCopy(operand);  // clone_format.r1
  }
  const auto order = Order(format, sizes.size());
  if (!order) return Error{"clone_format.e2", operand.geometry.rank()};
  return CopyInOrder(operand, *order);  // clone_format.r3
}

Result<TensorOrItself> ResolveConj(const Tensor& operand) {
  if (!operand.conj) return Itself{};  // resolve_conj.r1
  if (!BytesOfCopy(operand)) return Error{"resolve_conj.e1"};
  return Preserved(operand);  // resolve_conj.r2
}

Result<TensorOrItself> ResolveNeg(const Tensor& operand) {
  if (!operand.neg) return Itself{};  // resolve_neg.r1
  if (!BytesOfCopy(operand)) return Error{"resolve_neg.e1"};
  return Preserved(operand);  // resolve_neg.r2
}

}  // namespace viewproof
