#include "reference/ops/slice.h"

#include <algorithm>

#include "reference/core/checked.h"

namespace viewproof {
namespace {

// A bound as written -> one of low .. size; a negative one counts from the end.
int64_t Bound(std::optional<int64_t> bound, int64_t none, int64_t low,
              int64_t size) {
  const int64_t written = bound.value_or(none);
  const int64_t counted = written < 0 ? written + size : written;
  return std::clamp(counted, low, size);
}

}  // namespace

Result<Geometry> Select(const Geometry& operand, int64_t dim, int64_t index) {
  if (operand.rank() == 0) return Error{"select.e1"};
  const std::optional<int64_t> d = WrapDim(dim, operand.rank());
  if (!d) return Error{"select.e2"};
  const int64_t size = operand.sizes[*d];
  if (index < -size || index >= size) {
    return Error{"select.e3"};
  }
  const int64_t i = index < 0 ? index + size : index;
  std::optional<Geometry> result = Window(operand, *d, i, 1);  // select.r2
  if (!result) return Error{"select.e4"};
  result->sizes.erase(result->sizes.begin() + *d);  // select.r1
  result->strides.erase(result->strides.begin() + *d);
  return *std::move(result);
}

Result<Geometry> Slice(const Geometry& operand, int64_t dim,
                       std::optional<int64_t> start, std::optional<int64_t> end,
                       int64_t step) {
  if (operand.rank() == 0) return Error{"slice.e1"};
  const std::optional<int64_t> d = WrapDim(dim, operand.rank());
  if (!d) return Error{"slice.e2"};
  if (step <= 0) return Error{"slice.e3"};
  const int64_t size = operand.sizes[*d];
  const int64_t first = Bound(start, 0, 0, size);      // slice.d1
  const int64_t last = Bound(end, size, first, size);  // slice.d2
  const int64_t length = last - first;
  const int64_t steps = length == 0 ? 0 : (length - 1) / step + 1;  // slice.r1
  std::optional<Geometry> result = Window(operand, *d, first, steps);
  const auto stride = CheckedMultiply(operand.strides[*d], step);
  if (!result || !stride) {
    return Error{"slice.e4"};
  }
  result->strides[*d] = *stride;  // slice.r2 slice.r3
  return *std::move(result);
}

Result<Geometry> Narrow(const Geometry& operand, int64_t dim, int64_t start,
                        int64_t length) {
  if (operand.rank() == 0) return Error{"narrow.e1"};
  if (length < 0) {
    return Error{"narrow.e2"};
  }
  const std::optional<int64_t> d = WrapDim(dim, operand.rank());
  if (!d) return Error{"narrow.e3"};
  const int64_t size = operand.sizes[*d];
  if (start < -size || start > size) {
    return Error{"narrow.e4"};
  }
  const int64_t first = start < 0 ? start + size : start;
  if (length > size - first) {
    return Error{"narrow.e5"};
  }
  std::optional<Geometry> result =
      Window(operand, *d, first, length);  // narrow.r1 narrow.r2
  if (!result) return Error{"narrow.e6"};
  return *std::move(result);
}

std::optional<Geometry> Window(const Geometry& operand, int64_t dim,
                               int64_t start, int64_t length) {
  const std::optional<int64_t> offset =
      CheckedMultiplyAdd(operand.offset, start, operand.strides[dim]);
  if (!offset) return std::nullopt;
  std::optional<Geometry> result = operand;
  result->sizes[dim] = length;
  result->offset = *offset;
  return result;
}

}  // namespace viewproof
