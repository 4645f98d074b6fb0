#ifndef VIEWPROOF_TOOLS_GOLDEN_VACUOUS_H_
#define VIEWPROOF_TOOLS_GOLDEN_VACUOUS_H_

#include "conformance/case/ops.h"
#include "conformance/subjects/conditions.h"
#include "conformance/subjects/mutants.h"

namespace viewproof {

// Returns whether a number among the arguments is 2^31 or more by it.
bool IsOfWideNumber(const Condition& condition);

// Returns whether golden/ must kill the effect under the condition. A rare
// effect is required only under the conditions that trigger it: numbers cut to
// 32 bits where one is longer, an earlier answer where the op was called
// before, a cast where the source has another dtype, and so on.
bool IsAskedFor(const Mutant& effect, const Condition& condition);

// Returns whether the effect changes nothing under the condition, whatever the
// case: rules that follow from what the effect does.
//   - a copy through float32 of int16, of float32 or of 8 bits; and so on
//   - the elements after the last multiple of 8, where a size is 8 or 64
//   - strides that change, of a tensor of rank 0; the last two, of rank 1
//   - bits of a dtype that has none, or of a copy
//   - strides in bytes, of elements of one byte
//   - a copy of what is viewed or returned itself: row-major, of one element,
//     of none, without the bit that is resolved, or too large
//   - the gaps of what has none
//   - an operand that the op refuses or cannot have, and more dimensions than a
//     case may show
//   - a number of 2^31 or more as a dimension
// A pair is vacuous if one of its conditions is.
bool IsVacuous(const Op& op, const Mutant& effect, const Condition& condition);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_VACUOUS_H_
