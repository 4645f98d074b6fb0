#include "reference/ops/as_strided.h"

#include <algorithm>
#include <cstddef>

#include "reference/core/checked.h"

namespace viewproof {
namespace {

// The first negative entry, or nothing.
std::optional<int64_t> FirstNegative(const Ints& values) {
  const auto negative = std::find_if(values.begin(), values.end(),
                                     [](int64_t value) { return value < 0; });
  if (negative == values.end()) return std::nullopt;
  return *negative;
}

// Bytes from the start of the storage to the end of the last element; 0 without
// elements, nothing when they exceed int64.
std::optional<int64_t> Extent(const Geometry& geometry, int64_t item_size) {
  const Ints& sizes = geometry.sizes;
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  std::optional<int64_t> extent = CheckedAdd(geometry.offset, 1);
  for (std::size_t d = 0; extent && d < sizes.size(); ++d) {
    extent = CheckedMultiplyAdd(*extent, sizes[d] - 1, geometry.strides[d]);
  }
  return extent ? CheckedMultiply(*extent, item_size) : std::nullopt;
}

// The checks of one list or number after another.
std::optional<Error> Refusal(const Geometry& result) {
  if (result.sizes.size() != result.strides.size()) {
    return Error{"as_strided.e1"};
  }
  if (const auto stride = FirstNegative(result.strides)) {
    return Error{"as_strided.e2", *stride};
  }
  if (result.offset < 0) {
    return Error{"as_strided.e3"};
  }
  if (const auto size = FirstNegative(result.sizes)) {
    return Error{"as_strided.e4", *size};
  }
  return std::nullopt;
}

}  // namespace

Result<Geometry> AsStrided(const Tensor& operand, const Ints& size,
                           const Ints& stride,
                           std::optional<int64_t> storage_offset) {
  Geometry result{
      // as_strided.r1 as_strided.r2
      size, stride, storage_offset.value_or(operand.geometry.offset)};
  if (const std::optional<Error> refusal = Refusal(result)) return *refusal;
  const std::optional<int64_t> extent = Extent(result, ItemSize(operand.dtype));
  if (!extent) return Error{"as_strided.e5"};
  if (*extent > operand.storage->size()) {
    return Error{"as_strided.e6", *extent};
  }
  if (!Numel(size)) return Error{"as_strided.e7"};
  return result;
}

}  // namespace viewproof
