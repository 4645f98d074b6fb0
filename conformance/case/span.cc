#include "conformance/case/span.h"

#include <algorithm>
#include <cstddef>

namespace viewproof {

Wide Times(Wide a, Wide b) {
  return a > kUncountable / b ? kUncountable : std::min(a * b, kUncountable);
}

Wide CountOf(const Ints& sizes) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  Wide count = 1;
  for (const int64_t size : sizes) count = Times(count, size);
  return count;
}

bool AreOpen(const Ints& sizes) {
  const auto zero = std::find(sizes.begin(), sizes.end(), 0);
  return zero != sizes.end() && CountOf(Ints(sizes.begin(), zero)) >= Wide{1}
                                                                          << 64;
}

std::optional<CellSpan> SpanOf(const Geometry& geometry) {
  if (CountOf(geometry.sizes) == 0) return std::nullopt;
  CellSpan span{geometry.offset, geometry.offset};
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    const Wide reach = Wide{geometry.sizes[d] - 1} * geometry.strides[d];
    Wide& end = reach < 0 ? span.first : span.last;
    end = std::clamp(end + reach, -kUncountable, kUncountable);
  }
  return span;
}

bool IsGeometry(const Geometry& geometry) {
  return geometry.sizes.size() == geometry.strides.size() &&
         std::all_of(geometry.sizes.begin(), geometry.sizes.end(),
                     [](int64_t size) { return size >= 0; });
}

}  // namespace viewproof
