#ifndef VIEWPROOF_REFERENCE_CORE_GEOMETRY_H_
#define VIEWPROOF_REFERENCE_CORE_GEOMETRY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

namespace viewproof {

using Ints = std::vector<int64_t>;

// Says where a tensor's elements lie in its storage (spec: geometry.d1).
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

// Returns whether the row-major order of indices is the order of addresses
// without a gap (spec: contiguous.d1).
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

// The rows of the dimensions from `d` on, of which the first begins at
// `address`. Requires: no size is 0.
template <typename Visit>
void ForEachRowFrom(const Geometry& geometry, std::size_t d, int64_t address,
                    const Visit& visit) {
  const int64_t size = geometry.sizes[d];
  const int64_t stride = geometry.strides[d];
  if (d + 1 == geometry.sizes.size()) return visit(address, stride, size);
  for (int64_t k = 0; k < size; ++k) {
    ForEachRowFrom(geometry, d + 1, address + k * stride, visit);
  }
}

// Calls visit(address, stride, size) of each row, in row-major order of the
// index: the address of its first element, the stride and the size of the last
// dimension. A 0-d tensor is a row of one element.
template <typename Visit>
void ForEachRow(const Geometry& geometry, const Visit& visit) {
  for (const int64_t size : geometry.sizes) {
    if (size == 0) return;
  }
  if (geometry.sizes.empty()) return visit(geometry.offset, 0, 1);
  ForEachRowFrom(geometry, 0, geometry.offset, visit);
}

// Calls visit(address) of each element, in row-major order of the index.
template <typename Visit>
void ForEachAddress(const Geometry& geometry, Visit visit) {
  ForEachRow(geometry, [&](int64_t address, int64_t stride, int64_t size) {
    for (int64_t k = 0; k < size; ++k) visit(address + k * stride);
  });
}

// The addresses of every element, in row-major order of the index.
Ints AddressesOf(const Geometry& geometry);

std::ostream& operator<<(std::ostream& os, const Geometry& geometry);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_GEOMETRY_H_
