#include "conformance/model/affine.h"

#include <cstddef>

namespace viewproof::model {
namespace {

constexpr Wide kMax =
    static_cast<Wide>(~static_cast<unsigned __int128>(0) >> 1);

}  // namespace

Wide Along(Wide start, Wide count, Wide step) {
  Wide way;
  if (__builtin_mul_overflow(count, step, &way)) {
    way = (count < 0) == (step < 0) ? kMax : -kMax;
  }
  Wide end;
  if (__builtin_add_overflow(start, way, &end)) end = way < 0 ? -kMax : kMax;
  return end;
}

Wide Count(const Ints& sizes) {
  Wide count = 1;
  for (const int64_t size : sizes) count = Along(0, count, size);
  return count;
}

Wides Unravel(Wide k, const Ints& sizes) {
  Wides index(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0; k /= sizes[d]) {
    index[d] = k % sizes[d];
  }
  return index;
}

Wide Ravel(const Wides& index, const Ints& sizes) {
  Wide k = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    k = Along(index[d], k, sizes[d]);
  }
  return k;
}

void Advance(Wides& index, const Ints& sizes) {
  for (std::size_t d = sizes.size(); d-- > 0;) {
    if (++index[d] < sizes[d]) return;
    index[d] = 0;
  }
}

std::optional<Wides> AffineSteps(std::span<const Wide> list, const Ints& sizes,
                                 Wide last) {
  Wides steps(sizes.size());
  std::size_t right = 1;
  for (std::size_t d = sizes.size(); d-- > 0; right *= sizes[d]) {
    if (sizes[d] > 1) {
      steps[d] = list[right] - list[0];
    } else {
      steps[d] =
          d + 1 < sizes.size() ? Along(0, sizes[d + 1], steps[d + 1]) : last;
    }
  }
  Wides index(sizes.size(), 0);
  for (const Wide listed : list) {
    Wide address = list[0];
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      address = Along(address, index[d], steps[d]);
    }
    if (address != listed) return std::nullopt;
    Advance(index, sizes);
  }
  return steps;
}

}  // namespace viewproof::model
