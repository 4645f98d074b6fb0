#include "reference/ops/diagonal.h"

#include <algorithm>
#include <optional>

#include "reference/core/checked.h"

namespace viewproof {
namespace {

// The operand without two of its dimensions, and with one more at the end.
Geometry Replaced(const Geometry& operand, int64_t dim1, int64_t dim2,
                  int64_t size, int64_t stride, int64_t offset) {
  Geometry result{{}, {}, offset};
  for (int64_t d = 0; d < operand.rank(); ++d) {
    if (d == dim1 || d == dim2) continue;
    result.sizes.push_back(operand.sizes[d]);
    result.strides.push_back(operand.strides[d]);
  }
  result.sizes.push_back(size);
  result.strides.push_back(stride);
  return result;
}

// The elements on the diagonal.
int64_t Length(int64_t offset, int64_t size1, int64_t size2) {
  const int64_t length = offset >= 0 ? std::min(size1, size2 - offset)
                                     : std::min(size1 + offset, size2);
  return std::max<int64_t>(0, length);
}

}  // namespace

Result<Geometry> Diagonal(const Geometry& operand, int64_t offset, int64_t dim1,
                          int64_t dim2) {
  const std::optional<int64_t> a = WrapDim(dim1, WrapRank(operand));
  if (!a) return Error{"diagonal.e1"};
  const std::optional<int64_t> b = WrapDim(dim2, WrapRank(operand));
  if (!b) return Error{"diagonal.e2"};
  if (a == b) return Error{"diagonal.e3"};

  const int64_t size =
      Length(offset, operand.sizes[*a], operand.sizes[*b]);  // diagonal.r2
  const std::optional<int64_t> stride =
      CheckedAdd(operand.strides[*a], operand.strides[*b]);  // diagonal.r3
  std::optional<int64_t> first = operand.offset;
  if (size > 0) {  // diagonal.r4
    first = offset >= 0
                ? CheckedMultiplyAdd(*first, offset, operand.strides[*b])
                : CheckedMultiplyAdd(*first, -offset, operand.strides[*a]);
  }
  if (!stride || !first) {
    return Error{"diagonal.e4"};
  }
  return Replaced(operand, *a, *b, size, *stride, *first);  // diagonal.r1
}

}  // namespace viewproof
