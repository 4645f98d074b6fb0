#ifndef VIEWPROOF_CONFORMANCE_MODEL_AFFINE_H_
#define VIEWPROOF_CONFORMANCE_MODEL_AFFINE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace viewproof::model {

// Wide enough for any byte address that an op can name.
using Wide = __int128;
using Wides = std::vector<Wide>;
using Ints = std::vector<int64_t>;

// start + count * step; what lies beyond Wide becomes its nearest end.
Wide Along(Wide start, Wide count, Wide step);

// Returns how many indices `sizes` has: 0 where any size is 0.
Wide Count(const Ints& sizes);

// The k-th index of `sizes` in row-major order, and back. Requires: no size is
// 0, and 0 <= k < Count(sizes).
Wides Unravel(Wide k, const Ints& sizes);
Wide Ravel(const Wides& index, const Ints& sizes);

// Makes an index of `sizes` the next one in row-major order; after the last
// comes the first.
void Advance(Wides& index, const Ints& sizes);

// The step of each dimension of `sizes`, so that for every k
//   list[k] = list[0] + the sum of Unravel(k, sizes)[d] * steps[d];
// nullopt if there are none. A size of 1 leaves its step free: it becomes the
// size times the step of the dimension to its right; in the last dimension
// `last`. Requires: list.size() = Count(sizes) > 0.
std::optional<Wides> AffineSteps(std::span<const Wide> list, const Ints& sizes,
                                 Wide last);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_AFFINE_H_
