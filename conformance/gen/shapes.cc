#include "conformance/gen/shapes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include "conformance/case/bounds.h"
#include "reference/core/checked.h"

namespace viewproof {
namespace {

constexpr int64_t kRoomyRank = 8;  // No list of sizes is drawn longer.

// Sizes in their small prime factors: neighbours of these, glued together
// again, make most of the shapes that are views.
Ints Factors(const Ints& sizes) {
  Ints factors;
  for (int64_t size : sizes) {
    for (const int64_t prime : {2, 3, 5, 7}) {
      while (size > 0 && size % prime == 0) {
        factors.push_back(prime);
        size /= prime;
      }
    }
    if (size != 1) factors.push_back(size);
  }
  return factors;
}

// Sizes of the product of `factors`.
Ints Glued(Chooser& choose, Ints factors) {
  if (!factors.empty() && choose.Chance(1, 4)) {
    std::swap(factors.front(),
              factors[choose.Pick(0, std::ssize(factors) - 1)]);
  }
  Ints shape;
  for (const int64_t factor : factors) {
    const bool full = std::ssize(shape) >= kRoomyRank - 2;
    const std::optional<int64_t> glued =
        shape.empty() ? std::nullopt : CheckedMultiply(shape.back(), factor);
    if (glued && (full || choose.Chance(1, 2))) {
      shape.back() = *glued;
    } else {
      shape.push_back(factor);
    }
  }
  for (int64_t ones = choose.Chance(1, 4) ? choose.Pick(1, 2) : 0; ones > 0;
       --ones) {
    shape.insert(shape.begin() + choose.Pick(0, std::ssize(shape)), 1);
  }
  return shape;
}

}  // namespace

Ints DrawDistinctDims(Chooser& choose, int64_t rank, int64_t count) {
  Ints dims(rank);
  std::iota(dims.begin(), dims.end(), 0);
  for (int64_t k = 0; k < count; ++k) {
    std::swap(dims[k], dims[choose.Pick(k, rank - 1)]);
  }
  dims.resize(count);
  for (int64_t& dim : dims) {
    if (choose.Chance(1, 4)) dim -= rank;
  }
  return dims;
}

Ints DrawShape(Chooser& choose, const Ints& sizes) {
  return Glued(choose, Factors(sizes));
}

Ints DrawInferred(Chooser& choose, Ints shape) {
  if (shape.empty() || !choose.Chance(1, 4)) return shape;
  const int64_t at = choose.Pick(0, std::ssize(shape) - 1);
  const int64_t size = std::exchange(shape[at], -1);
  const bool ambiguous =
      std::find(shape.begin(), shape.end(), 0) != shape.end();
  if (ambiguous) shape[at] = size;
  return shape;
}

Ints DrawParts(Chooser& choose, int64_t size) {
  Ints parts;
  int64_t left = size;
  while (left > 0 && std::ssize(parts) < 4) {
    parts.push_back(choose.Pick(0, left));
    left -= parts.back();
  }
  if (left > 0 || parts.empty()) parts.push_back(left);
  return parts;
}

int64_t DrawDivisor(Chooser& choose, int64_t size) {
  if (size == 0) return choose.Pick(1, 3);
  Ints divisors;
  for (int64_t k = 1; k <= std::min(size, kMaxOutputs); ++k) {
    if (size % k == 0) divisors.push_back(k);
  }
  return choose.OneOf(divisors);
}

Ints DrawCuts(Chooser& choose, int64_t dim_size) {
  const int64_t size = std::min<int64_t>(dim_size, 8);
  Ints cuts(choose.Pick(0, 3));
  for (int64_t& cut : cuts) cut = choose.Pick(0, 2 * size + 2) - size - 1;
  if (choose.Chance(1, 2)) std::sort(cuts.begin(), cuts.end());
  return cuts;
}

Ints DrawExpanded(Chooser& choose, const Ints& sizes, bool keeps) {
  Ints to;
  const int64_t room =
      std::clamp<int64_t>(kRoomyRank - std::ssize(sizes), 0, 2);
  for (int64_t fresh = choose.Pick(0, room); fresh > 0; --fresh) {
    to.push_back(choose.OneOf(std::array{1, 2, 3, 0}));
  }
  for (const int64_t size : sizes) {
    if (keeps && choose.Chance(1, 5)) {
      to.push_back(-1);
    } else {
      to.push_back(size == 1 ? choose.OneOf(std::array{1, 2, 3, 4, 0}) : size);
    }
  }
  return to;
}

Ints DrawSizes(Chooser& choose, int64_t numel) {
  Ints size;
  for (int64_t d = choose.Pick(0, 3); d > 0; --d) {
    size.push_back(choose.OneOf(std::array{1, 2, 3, 2, 3, 4, 2, 0}));
  }
  if (numel == 0) size.push_back(0);
  return size;
}

Ints DrawStrides(Chooser& choose, const Ints& sizes, int64_t last) {
  int64_t left = last;
  Ints strides(sizes.size());
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const int64_t steps = std::max<int64_t>(sizes[d] - 1, 0);
    const int64_t most = steps == 0 ? 6 : std::max<int64_t>(left, 0) / steps;
    strides[d] = choose.Pick(0, std::min<int64_t>(most, 12));
    left -= steps * strides[d];
  }
  return strides;
}

}  // namespace viewproof
