#ifndef VIEWPROOF_CONFORMANCE_GEN_SHAPES_H_
#define VIEWPROOF_CONFORMANCE_GEN_SHAPES_H_

#include <cstdint>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "reference/core/dtype.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Numbers that some dtype rounds, cuts or refuses.
const std::vector<Scalar>& OddNumbers();

// One of them, or a sum of two that is complex.
Scalar DrawNumber(Chooser& choose);

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

// A divisor of `size`, at most kMaxPlainOutputs.
int64_t DrawDivisor(Chooser& choose, int64_t size);

// Up to three places to cut a dimension of this size at, some outside of it.
Ints DrawCuts(Chooser& choose, int64_t dim_size);

// Sizes that `sizes` expands to. `keeps`: -1 may replace a size that stays.
Ints DrawExpanded(Chooser& choose, const Ints& sizes, bool keeps);

// Sizes of a small tensor; without elements if `numel` is 0.
Ints DrawSizes(Chooser& choose, int64_t numel);

// Strides with which these sizes reach no element after `last`.
Ints DrawStrides(Chooser& choose, const Ints& sizes, int64_t last);

// A base whose elements are written out (kValues, kHex). Most differ from each
// other; about a third of them are what a copy through another type, an added
// 0.0 or a flush of denormals would change: 2^24 + 1, 2^31 + 1, 2^53 + 1, 0.1,
// and in kHex -0.0, denormals and NaN payloads too. Requires: the sizes have at
// most kMaxBase elements.
Base DrawData(Chooser& choose, DType dtype, Ints sizes, FillKind fill);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_SHAPES_H_
