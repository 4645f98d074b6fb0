#ifndef VIEWPROOF_REFERENCE_INDEX_PICKS_H_
#define VIEWPROOF_REFERENCE_INDEX_PICKS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/core/error.h"
#include "reference/core/geometry.h"
#include "reference/index/basic.h"

namespace viewproof {

// Holds what is picked from one dimension of a part: element numbers, in a
// shape.
struct Pick {
  int64_t dim = 0;
  Ints numbers;     // It is as written: a negative one counts from the end.
  Geometry places;  // Maps an index of the shape to a place in `numbers`.
};

// Returns what the advanced items pick, by dimension, each in a shape of its
// own (spec: index.d4).
//
//   int64 [[1, 0], [2, -1]]     ->  the same
//   bool [[1, 0, 1], [0, 0, 1]]  ->  [0, 0, 1] and [0, 2, 2]
//
// Errors: index.e5 if a tensor is of another dtype; index.e6 if a mask has
//         other sizes than the dimensions that it names.
Result<std::vector<Pick>> PicksOf(const Part& part);

// Returns why a mask may not pick from a part (index.e6); nullopt if it may.
std::optional<Error> MaskRefusal(const Part& part, const AdvancedItem& mask);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_INDEX_PICKS_H_
