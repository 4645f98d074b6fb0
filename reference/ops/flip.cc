#include "reference/ops/flip.h"

#include <cstddef>
#include <optional>
#include <vector>

#include "reference/ops/clone.h"
#include "reference/ops/contiguity.h"

namespace viewproof {
namespace {

// The same elements, but each dimension of `flipped` from its end on. Its
// strides may be negative. Requires: it has elements.
Tensor Backwards(const Tensor& operand, const std::vector<bool>& flipped) {
  Tensor result = operand;
  Geometry& geometry = result.geometry;
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    if (!flipped[d]) continue;
    geometry.offset += (geometry.sizes[d] - 1) * geometry.strides[d];
    geometry.strides[d] = -geometry.strides[d];
  }
  return result;
}

}  // namespace

Result<Tensor> Flip(const Tensor& operand, const Ints& dims) {
  const bool fits = BytesOfCopy(operand).has_value();
  if ((operand.conj || operand.neg) && !fits) return Error{"flip.e3"};
  std::vector<bool> flipped(WrapRank(operand.geometry), false);
  for (const int64_t entry : dims) {
    const std::optional<int64_t> dim =
        WrapDim(entry, WrapRank(operand.geometry));
    if (!dim) return Error{"flip.e1", entry};
    if (flipped[*dim]) return Error{"flip.e2", entry};
    flipped[*dim] = true;
  }
  if (!fits) return Error{"flip.e3"};
  Tensor copy = Clone(operand).value();  // flip.r1
  if (Numel(operand.geometry.sizes) == 0) return copy;
  const Tensor rows = ContiguousCopy(Backwards(operand, flipped));  // flip.d1
  int64_t row = 0;
  ForEachAddress(copy.geometry, [&](int64_t address) {
    LoadElement(rows, row++, ElementAt(copy, address));
  });
  return copy;
}

}  // namespace viewproof
