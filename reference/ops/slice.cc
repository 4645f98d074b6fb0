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
  if (operand.rank() == 0) return Error{ErrorKind::kRank, "select.e1", "rank"};
  const std::optional<int64_t> d = WrapDim(dim, operand.rank());
  if (!d) return Error{ErrorKind::kDimOutOfRange, "select.e2", "dim", dim};
  const int64_t size = operand.sizes[*d];
  if (index < -size || index >= size) {
    return Error{ErrorKind::kIndexOutOfRange, "select.e3", "index", index};
  }
  const int64_t i = index < 0 ? index + size : index;
  std::optional<Geometry> result = Window(operand, *d, i, 1);  // select.r2
  if (!result) return Error{ErrorKind::kOverflow, "select.e4", "offset"};
  result->sizes.erase(result->sizes.begin() + *d);  // select.r1
  result->strides.erase(result->strides.begin() + *d);
  return *std::move(result);
}

Result<Geometry> Slice(const Geometry& operand, int64_t dim,
                       std::optional<int64_t> start, std::optional<int64_t> end,
                       int64_t step) {
  if (operand.rank() == 0) return Error{ErrorKind::kRank, "slice.e1", "rank"};
  const std::optional<int64_t> d = WrapDim(dim, operand.rank());
  if (!d) return Error{ErrorKind::kDimOutOfRange, "slice.e2", "dim", dim};
  if (step <= 0) return Error{ErrorKind::kArgument, "slice.e3", "step", step};
  const int64_t size = operand.sizes[*d];
  const int64_t first = Bound(start, 0, 0, size);      // slice.d1
  const int64_t last = Bound(end, size, first, size);  // slice.d2
  const int64_t length = last - first;
  const int64_t steps = length == 0 ? 0 : (length - 1) / step + 1;  // slice.r1
  std::optional<Geometry> result = Window(operand, *d, first, steps);
  const auto stride = CheckedMultiply(operand.strides[*d], step);
  if (!result || !stride) {
    return Error{ErrorKind::kOverflow, "slice.e4", result ? "step" : "start"};
  }
  result->strides[*d] = *stride;  // slice.r2 slice.r3
  return *std::move(result);
}

Result<Geometry> Narrow(const Geometry& operand, int64_t dim, int64_t start,
                        int64_t length) {
  if (operand.rank() == 0) return Error{ErrorKind::kRank, "narrow.e1", "rank"};
  if (length < 0) {
    return Error{ErrorKind::kArgument, "narrow.e2", "length", length};
  }
  const std::optional<int64_t> d = WrapDim(dim, operand.rank());
  if (!d) return Error{ErrorKind::kDimOutOfRange, "narrow.e3", "dim", dim};
  const int64_t size = operand.sizes[*d];
  if (start < -size || start > size) {
    return Error{ErrorKind::kIndexOutOfRange, "narrow.e4", "start", start};
  }
  const int64_t first = start < 0 ? start + size : start;
  if (length > size - first) {
    return Error{ErrorKind::kSize, "narrow.e5", "length", length};
  }
  std::optional<Geometry> result =
      Window(operand, *d, first, length);  // narrow.r1 narrow.r2
  if (!result) return Error{ErrorKind::kOverflow, "narrow.e6", "start", start};
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
