#include "reference/ops/squeeze.h"

#include <cstddef>
#include <optional>
#include <vector>

#include "reference/core/checked.h"

namespace viewproof {
namespace {

// The dimensions that are not both `named` and of size 1.
Geometry WithoutNamedOnes(const Geometry& operand,
                          const std::vector<bool>& named) {
  Geometry result{{}, {}, operand.offset};
  for (std::size_t d = 0; d < operand.sizes.size(); ++d) {
    if (named[d] && operand.sizes[d] == 1) continue;
    result.sizes.push_back(operand.sizes[d]);
    result.strides.push_back(operand.strides[d]);
  }
  return result;
}

}  // namespace

Geometry Squeeze(const Geometry& operand) {
  const std::vector<bool> all(operand.sizes.size(), true);
  return WithoutNamedOnes(operand, all);  // squeeze.r1
}

Result<Geometry> SqueezeDim(const Geometry& operand, int64_t dim) {
  const std::optional<int64_t> wrapped = WrapDim(dim, WrapRank(operand));
  if (!wrapped) {
    return Error{"squeeze_dim.e1"};
  }
  std::vector<bool> named(WrapRank(operand), false);
  named[*wrapped] = true;
  return WithoutNamedOnes(operand, named);  // squeeze_dim.r1
}

Result<Geometry> SqueezeDims(const Geometry& operand, const Ints& dims) {
  std::vector<bool> named(WrapRank(operand), false);
  for (const int64_t entry : dims) {
    const std::optional<int64_t> dim = WrapDim(entry, WrapRank(operand));
    if (!dim) {
      return Error{"squeeze_dims.e1", entry};
    }
    if (named[*dim]) {
      return Error{"squeeze_dims.e2", entry};
    }
    named[*dim] = true;
  }
  return WithoutNamedOnes(operand, named);  // squeeze_dims.r1
}

Result<Geometry> Unsqueeze(const Geometry& operand, int64_t dim) {
  const std::optional<int64_t> at = WrapDim(dim, operand.rank() + 1);
  if (!at) {
    return Error{"unsqueeze.e1"};
  }
  std::optional<int64_t> stride = 1;
  if (*at < operand.rank()) {
    stride = CheckedMultiply(operand.sizes[*at], operand.strides[*at]);
  }
  if (!stride) return Error{"unsqueeze.e2"};
  Geometry result = operand;
  result.sizes.insert(result.sizes.begin() + *at, 1);            // unsqueeze.r1
  result.strides.insert(result.strides.begin() + *at, *stride);  // unsqueeze.r2
  return result;
}

}  // namespace viewproof
