#include "reference/ops/expand.h"

#include <cstddef>
#include <optional>

#include "reference/core/checked.h"

namespace viewproof {
namespace {

// expand.e1 to expand.e4.
std::optional<Error> Refusal(const Geometry& operand, const Ints& size) {
  if (size.size() < operand.sizes.size()) {
    return Error{"expand.e1"};
  }
  const std::size_t added = size.size() - operand.sizes.size();
  for (std::size_t d = size.size(); d-- > 0;) {
    if (d < added && size[d] == -1) {
      return Error{"expand.e2"};
    }
    if (d < added || size[d] == -1) continue;
    const int64_t old_size = operand.sizes[d - added];
    if (size[d] != old_size && old_size != 1) {
      return Error{"expand.e3", size[d]};
    }
  }
  for (const int64_t entry : size) {
    if (entry < -1) {
      return Error{"expand.e4", entry};
    }
  }
  return std::nullopt;
}

}  // namespace

Result<Geometry> Expand(const Geometry& operand, const Ints& size) {
  if (const auto refusal = Refusal(operand, size)) return *refusal;
  const std::size_t added = size.size() - operand.sizes.size();
  Geometry result{size, Ints(size.size()), operand.offset};  // expand.r4
  for (std::size_t d = size.size(); d-- > added;) {
    const int64_t old_size = operand.sizes[d - added];
    if (size[d] == -1) result.sizes[d] = old_size;  // expand.r1
    const bool kept = result.sizes[d] == old_size;
    result.strides[d] = kept ? operand.strides[d - added] : 0;  // expand.r2
  }
  for (std::size_t d = added; operand.rank() > 0 && d-- > 0;) {  // expand.r3
    if (size[d] != 1) continue;
    const std::optional<int64_t> stride =
        CheckedMultiply(result.sizes[d + 1], result.strides[d + 1]);
    if (!stride) return Error{"expand.e5"};
    result.strides[d] = *stride;
  }
  if (!Numel(result.sizes)) {
    return Error{"expand.e5"};
  }
  return result;
}

}  // namespace viewproof
