#include "reference/core/geometry.h"

#include <algorithm>

#include "reference/core/checked.h"
#include "reference/core/require.h"

namespace viewproof {

int64_t Address(const Geometry& geometry, const Ints& index) {
  Require(index.size() == geometry.sizes.size(), "an index of every dimension");
  int64_t address = geometry.offset;
  for (std::size_t d = 0; d < index.size(); ++d) {
    address += index[d] * geometry.strides[d];  // address.d1
  }
  return address;
}

std::optional<int64_t> Numel(const Ints& sizes) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  std::optional<int64_t> numel = 1;  // geometry.d2
  for (const int64_t size : sizes) {
    numel = CheckedMultiply(*numel, size);
    if (!numel) return std::nullopt;
  }
  return numel;
}

std::optional<Ints> ContiguousStrides(const Ints& sizes) {
  Ints strides(sizes.size());
  std::optional<int64_t> stride = 1;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    if (!stride) return std::nullopt;
    strides[d] = *stride;  // contiguous.d2
    stride = CheckedMultiply(*stride, std::max<int64_t>(sizes[d], 1));
  }
  return strides;
}

bool IsContiguous(const Geometry& geometry) {
  // is_contiguous.r1: the answer is contiguous.d1.
  const Ints& sizes = geometry.sizes;
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return true;
  std::optional<int64_t> dense = 1;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] == 1) continue;
    if (dense != geometry.strides[d]) return false;
    dense = CheckedMultiply(*dense, sizes[d]);
  }
  return true;
}

std::optional<int64_t> WrapDim(int64_t dim, int64_t rank) {
  if (dim < -rank || dim >= rank) return std::nullopt;
  return dim < 0 ? dim + rank : dim;  // dim.d1
}

bool NextIndex(const Ints& sizes, Ints& index) {
  for (std::size_t d = sizes.size(); d-- > 0;) {
    if (++index[d] < sizes[d]) return true;
    index[d] = 0;
  }
  return false;
}

Ints AddressesOf(const Geometry& geometry) {
  Ints addresses;
  ForEachAddress(geometry, [&addresses](int64_t address) {
    addresses.push_back(address);
  });
  return addresses;
}

std::ostream& operator<<(std::ostream& os, const Geometry& g) {
  const auto list = [&os](const Ints& values) {
    os << "[";
    for (std::size_t d = 0; d < values.size(); ++d) {
      os << (d == 0 ? "" : ",") << values[d];
    }
    os << "]";
  };
  os << "sizes ";
  list(g.sizes);
  os << " strides ";
  list(g.strides);
  return os << " offset " << g.offset;
}

}  // namespace viewproof
