#include "reference/ops/movedim.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace viewproof {
namespace {

// The dimensions that `dims` names; refused under the id `out_of_range`.
Result<Ints> Wrap(const Geometry& operand, const Ints& dims,
                  ErrorRule out_of_range) {
  Ints wrapped;
  for (const int64_t entry : dims) {
    const std::optional<int64_t> dim = WrapDim(entry, WrapRank(operand));
    if (!dim) {
      return Error{out_of_range, entry};
    }
    wrapped.push_back(*dim);
  }
  return wrapped;
}

// The dimension that stands twice in `dims`.
std::optional<int64_t> Repeated(const Geometry& operand, const Ints& dims) {
  std::vector<bool> named(WrapRank(operand), false);
  for (const int64_t dim : dims) {
    if (named[dim]) return dim;
    named[dim] = true;
  }
  return std::nullopt;
}

// For each dimension of the result, the operand's that stands there.
Ints OrderAfter(const Geometry& operand, const Ints& from, const Ints& to) {
  constexpr int64_t kFree = -1;
  Ints order(operand.sizes.size(), kFree);
  std::vector<bool> moved(operand.sizes.size(), false);
  for (std::size_t k = 0; k < from.size(); ++k) {
    order[to[k]] = from[k];
    moved[from[k]] = true;
  }
  std::size_t next = 0;  // The first one that has no place yet.
  for (int64_t& dim : order) {
    if (dim != kFree) continue;
    while (moved[next]) ++next;
    dim = static_cast<int64_t>(next++);
  }
  return order;
}

}  // namespace

Result<Geometry> MoveDim(const Geometry& operand, const Ints& source,
                         const Ints& destination) {
  if (source.size() != destination.size()) {
    return Error{"movedim.e1"};
  }
  const Result<Ints> from = Wrap(operand, source, "movedim.e2");
  if (!from.ok()) return from.error();
  const Result<Ints> to = Wrap(operand, destination, "movedim.e3");
  if (!to.ok()) return to.error();
  if (const auto dim = Repeated(operand, from.value())) {
    return Error{"movedim.e4", *dim};
  }
  if (const auto dim = Repeated(operand, to.value())) {
    return Error{"movedim.e5", *dim};
  }
  if (operand.rank() == 0) return operand;  // movedim.r2
  Geometry result{{}, {}, operand.offset};  // movedim.r1
  for (const int64_t dim : OrderAfter(operand, from.value(), to.value())) {
    result.sizes.push_back(operand.sizes[dim]);
    result.strides.push_back(operand.strides[dim]);
  }
  return result;
}

}  // namespace viewproof
