#include "reference/ops/expand.h"

#include <cstddef>
#include <optional>
#include <string_view>

#include "reference/core/checked.h"

namespace viewproof {
namespace {

// The ids under which an op refuses sizes to expand to.
struct Rules {
  std::string_view fewer;
  std::string_view new_minus_one;
  std::string_view mismatch;
  std::string_view below_minus_one;
  std::string_view overflow;
};

std::optional<Error> Refusal(const Geometry& operand, const Ints& size,
                             const Rules& rules) {
  if (size.size() < operand.sizes.size()) {
    return Error{ErrorKind::kRank, rules.fewer, "size.size()",
                 static_cast<int64_t>(size.size())};
  }
  const std::size_t added = size.size() - operand.sizes.size();
  for (std::size_t d = size.size(); d-- > 0;) {
    if (d < added && size[d] == -1) {
      return Error{ErrorKind::kArgument, rules.new_minus_one, "size", -1};
    }
    if (d < added || size[d] == -1) continue;
    const int64_t old_size = operand.sizes[d - added];
    if (size[d] != old_size && old_size != 1) {
      return Error{ErrorKind::kSize, rules.mismatch, "size", size[d]};
    }
  }
  for (const int64_t entry : size) {
    if (entry < -1) {
      return Error{ErrorKind::kArgument, rules.below_minus_one, "size", entry};
    }
  }
  return std::nullopt;
}

// The operand in the sizes `size`, refused under the ids of `rules`.
Result<Geometry> Spread(const Geometry& operand, const Ints& size,
                        const Rules& rules) {
  if (const auto refusal = Refusal(operand, size, rules)) return *refusal;
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
    if (!stride) return Error{ErrorKind::kOverflow, rules.overflow, "strides"};
    result.strides[d] = *stride;
  }
  if (!Numel(result.sizes)) {
    return Error{ErrorKind::kOverflow, rules.overflow, "size"};
  }
  return result;
}

}  // namespace

Result<Geometry> Expand(const Geometry& operand, const Ints& size) {
  return Spread(operand, size,
                {.fewer = "expand.e1",
                 .new_minus_one = "expand.e2",
                 .mismatch = "expand.e3",
                 .below_minus_one = "expand.e4",
                 .overflow = "expand.e5"});
}

Result<Geometry> ExpandAs(const Geometry& operand, const Geometry& other) {
  // expand_as.r1: a tensor has no size below 0.
  return Spread(operand, other.sizes,
                {.fewer = "expand_as.e1",
                 .new_minus_one = {},
                 .mismatch = "expand_as.e2",
                 .below_minus_one = {},
                 .overflow = "expand_as.e3"});
}

Result<Geometry> BroadcastTo(const Geometry& operand, const Ints& size) {
  return Spread(operand, size,  // broadcast_to.r1
                {.fewer = "broadcast_to.e1",
                 .new_minus_one = "broadcast_to.e2",
                 .mismatch = "broadcast_to.e3",
                 .below_minus_one = "broadcast_to.e4",
                 .overflow = "broadcast_to.e5"});
}

}  // namespace viewproof
