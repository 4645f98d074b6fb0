#ifndef VIEWPROOF_CONFORMANCE_GEN_SHAPES_H_
#define VIEWPROOF_CONFORMANCE_GEN_SHAPES_H_

#include <cstdint>

#include "conformance/gen/chooser.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Lists of dimensions, sizes and strides, drawn for ops to accept.

// `count` distinct dimensions of a tensor of this rank, some counted from its
// end. Requires: count is at most rank.
Ints DrawDistinctDims(Chooser& choose, int64_t rank, int64_t count);

// Sizes with as many elements as `sizes` has.
Ints DrawShape(Chooser& choose, const Ints& sizes);

// The same sizes, in one of four draws with -1 in place of one of them.
Ints DrawInferred(Chooser& choose, Ints shape);

// The lengths of pieces that together have `size` elements.
Ints DrawParts(Chooser& choose, int64_t size);

// A divisor of `size`, at most kMaxOutputs.
int64_t DrawDivisor(Chooser& choose, int64_t size);

// Up to three places to cut a dimension of this size at, some outside of it.
Ints DrawCuts(Chooser& choose, int64_t dim_size);

// Sizes that `sizes` expands to. `keeps`: -1 may replace a size that stays.
Ints DrawExpanded(Chooser& choose, const Ints& sizes, bool keeps);

// Sizes of a small tensor; without elements if `numel` is 0.
Ints DrawSizes(Chooser& choose, int64_t numel);

// Strides with which these sizes reach no element after `last`.
Ints DrawStrides(Chooser& choose, const Ints& sizes, int64_t last);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_SHAPES_H_
