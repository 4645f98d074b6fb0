#include "conformance/case/broadcast.h"

#include <algorithm>
#include <cstddef>

namespace viewproof {

Ints BroadcastAddresses(const Geometry& source, const Ints& sizes) {
  Geometry spread{sizes, Ints(sizes.size(), 0), source.offset};
  const std::size_t both = std::min(sizes.size(), source.sizes.size());
  for (std::size_t back = 1; back <= both; ++back) {
    const std::size_t from = source.sizes.size() - back;
    const std::size_t to = sizes.size() - back;
    if (source.sizes[from] == sizes[to]) {
      spread.strides[to] = source.strides[from];
    }
  }
  return AddressesOf(spread);
}

}  // namespace viewproof
