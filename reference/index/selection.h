#ifndef VIEWPROOF_REFERENCE_INDEX_SELECTION_H_
#define VIEWPROOF_REFERENCE_INDEX_SELECTION_H_

#include <cstdint>
#include <vector>

#include "reference/core/error.h"
#include "reference/core/geometry.h"
#include "reference/index/basic.h"
#include "reference/index/picks.h"

namespace viewproof {

// The elements that an advanced index selects: sizes and, for each index of
// them, an element of the part.
struct Selection {
  Geometry part;
  std::vector<Pick> picks;  // They are in the order of their dimensions.
  Ints shape;               // Holds what all picks broadcast to.
  int64_t at = 0;           // The place of `shape` in `sizes`.
  Ints sizes;
};

// Broadcasts the advanced items together (spec: index.d4, index.d5).
//
//   part [a, b, c], a pick [m] from b          ->  [a, m, c]
//   part [a, b, c], picks [m] from a and c     ->  [m, b]
//
// Requires: the part has advanced items.
//
// Errors: index.e5 if a tensor is of another dtype; index.e6 if a mask has
//         other sizes; index.e7 if the picks do not broadcast; index.e8 if
//         one is from a dimension without elements.
Result<Selection> SelectFrom(const Part& part);

// The addresses of the elements, in row-major order of the sizes.
//
// Errors: index.e9 if a number lies outside its dimension.
Result<Ints> AddressesOf(const Selection& selection);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_INDEX_SELECTION_H_
