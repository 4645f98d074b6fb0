#include "reference/core/overlap.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "reference/core/checked.h"

namespace viewproof {
namespace {

// First byte and past-the-end byte of a dense tensor.
std::pair<int64_t, int64_t> ByteRange(const Tensor& tensor) {
  const int64_t item_size = ItemSize(tensor.dtype);
  const int64_t begin = tensor.geometry.offset * item_size;
  return {begin, begin + Numel(tensor.geometry.sizes).value() * item_size};
}

}  // namespace

bool IsDense(const Geometry& geometry) {  // copy_.d1
  if (IsContiguous(geometry)) return true;
  std::vector<std::pair<int64_t, int64_t>> dims;  // Stride, size.
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    if (geometry.sizes[d] == 1) continue;
    dims.emplace_back(geometry.strides[d], geometry.sizes[d]);
  }
  std::sort(dims.begin(), dims.end());
  std::optional<int64_t> dense = 1;
  for (const auto& [stride, size] : dims) {
    if (stride != dense) return false;
    dense = CheckedMultiply(*dense, size);
  }
  return true;
}

bool RepeatsAnElement(const Geometry& geometry) {
  if (IsDense(geometry)) return false;
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    if (geometry.strides[d] == 0 && geometry.sizes[d] > 1) return true;
  }
  return false;
}

bool Overlap(const Tensor& a, const Tensor& b) {
  if (a.storage != b.storage) return false;
  if (Numel(a.geometry.sizes) == 0 || Numel(b.geometry.sizes) == 0) {
    return false;
  }
  if (!IsDense(a.geometry) || !IsDense(b.geometry)) return false;
  const auto [a_begin, a_end] = ByteRange(a);
  const auto [b_begin, b_end] = ByteRange(b);
  return a_begin < b_end && b_begin < a_end;
}

bool OverlapInPart(const Tensor& a, const Tensor& b) {
  return Overlap(a, b) && (ByteRange(a) != ByteRange(b) ||
                           a.geometry.strides != b.geometry.strides);
}

}  // namespace viewproof
