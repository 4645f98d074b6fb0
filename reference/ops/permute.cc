#include "reference/ops/permute.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace viewproof {
Result<Geometry> Permute(const Geometry& operand, const Ints& dims) {
  const int64_t rank = operand.rank();
  const auto count = static_cast<int64_t>(dims.size());
  if (count != rank) {
    return Error{"permute.e1"};
  }
  Geometry result{{}, {}, operand.offset};  // permute.r3
  result.sizes.reserve(dims.size());
  result.strides.reserve(dims.size());
  std::vector<bool> named(dims.size(), false);
  for (const int64_t entry : dims) {
    const std::optional<int64_t> dim = WrapDim(entry, rank);
    if (!dim) {
      return Error{"permute.e2", entry};
    }
    if (named[*dim]) {
      return Error{"permute.e3", entry};
    }
    named[*dim] = true;
    result.sizes.push_back(operand.sizes[*dim]);      // permute.r1
    result.strides.push_back(operand.strides[*dim]);  // permute.r2
  }
  return result;
}

Result<Geometry> Transpose(const Geometry& operand, int64_t dim0,
                           int64_t dim1) {
  const std::optional<int64_t> a = WrapDim(dim0, WrapRank(operand));
  if (!a) return Error{"transpose.e1"};
  const std::optional<int64_t> b = WrapDim(dim1, WrapRank(operand));
  if (!b) return Error{"transpose.e2"};
  Geometry result = operand;
  if (*a == *b) return result;                    // transpose.r2
  std::swap(result.sizes[*a], result.sizes[*b]);  // transpose.r1
  std::swap(result.strides[*a], result.strides[*b]);
  return result;
}

Result<Geometry> TransposeMatrix(const Geometry& operand) {
  if (operand.rank() > 2) {
    return Error{"t.e1"};
  }
  if (operand.rank() < 2) return operand;  // t.r1
  return Transpose(operand, 0, 1);
}

Geometry ReverseDims(const Geometry& operand) {
  Geometry result = operand;  // T.r1
  std::reverse(result.sizes.begin(), result.sizes.end());
  std::reverse(result.strides.begin(), result.strides.end());
  return result;
}

Result<TensorOrItself> TransposeMatrices(const Tensor& operand) {
  const Geometry& geometry = operand.geometry;
  if (geometry.rank() == 0) return Itself{};  // mT.r2
  if (geometry.rank() == 1) {
    return Error{"mT.e1"};
  }
  return ViewOf(operand, Transpose(geometry, -2, -1).value());  // mT.r1
}

}  // namespace viewproof
