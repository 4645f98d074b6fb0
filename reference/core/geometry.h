#ifndef VIEWPROOF_REFERENCE_CORE_GEOMETRY_H_
#define VIEWPROOF_REFERENCE_CORE_GEOMETRY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

namespace viewproof {

using Ints = std::vector<int64_t>;

// Where a tensor's elements lie in its storage (spec: geometry.d1).
struct Geometry {
  Ints sizes;    // Elements per dimension; each >= 0.
  Ints strides;  // Elements of the tensor's own dtype, not bytes; may be 0.
  int64_t offset = 0;  // Elements from the start of the storage; >= 0.

  int64_t rank() const { return static_cast<int64_t>(sizes.size()); }
  bool operator==(const Geometry&) const = default;
};

// The place of the element at `index`: elements from the start of the storage
// (spec: address.d1). Requires: one entry per dimension.
int64_t Address(const Geometry& geometry, const Ints& index);

// The number of elements (spec: geometry.d2); nothing when it exceeds int64.
std::optional<int64_t> Numel(const Ints& sizes);

// Row-major strides without gaps (spec: contiguous.d2); nothing when one of
// them exceeds int64.
std::optional<Ints> ContiguousStrides(const Ints& sizes);

// Whether the row-major order of indices is the order of addresses without a
// gap (spec: contiguous.d1).
bool IsContiguous(const Geometry& geometry);

// A negative dimension counts from the end (spec: dim.d1); nothing when `dim`
// lies outside [-rank, rank).
std::optional<int64_t> WrapDim(int64_t dim, int64_t rank);

// The rank that dimension numbers of a tensor wrap at: a 0-d tensor counts as
// one dimension (spec: dim.d2).
inline int64_t WrapRank(const Geometry& geometry) {
  return geometry.rank() == 0 ? 1 : geometry.rank();
}

// Advances `index` to the next one of `sizes` in row-major order (the last
// dimension fastest); false after the last one.
bool NextIndex(const Ints& sizes, Ints& index);

// Calls visit(address) of each element, in row-major order of the index: what
// Address() gives, by additions. Requires: the numel fits int64.
template <typename Visit>
void ForEachAddress(const Geometry& geometry, Visit visit) {
  const auto& [sizes, strides, offset] = geometry;
  int64_t left = Numel(sizes).value();
  int64_t address = offset;
  if (sizes.empty() || left == 0) {
    if (left > 0) visit(address);
    return;
  }
  const std::size_t last = sizes.size() - 1;
  Ints index(last, 0);
  for (; left > 0; left -= sizes[last]) {
    for (int64_t k = 0; k < sizes[last]; ++k) {
      visit(address + k * strides[last]);
    }
    for (std::size_t d = last; d-- > 0;) {
      if (++index[d] < sizes[d]) {
        address += strides[d];
        break;
      }
      address -= (sizes[d] - 1) * strides[d];
      index[d] = 0;
    }
  }
}

// The addresses of every element, in row-major order of the index.
Ints AddressesOf(const Geometry& geometry);

std::ostream& operator<<(std::ostream& os, const Geometry& geometry);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_GEOMETRY_H_
