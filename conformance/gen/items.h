#ifndef VIEWPROOF_CONFORMANCE_GEN_ITEMS_H_
#define VIEWPROOF_CONFORMANCE_GEN_ITEMS_H_

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "conformance/gen/state.h"
#include "reference/core/geometry.h"

namespace viewproof {

// An index by up to four tensors of up to three dimensions, by a mask of up to
// three dimensions, or by a mask and a tensor; beside each other or apart.
Index<TensorArg> DrawAdvanced(Chooser& choose, const Ints& sizes);

// A valid index for a tensor of these sizes: up to kMaxItems items of every
// kind. The tensors among them, literals and those of `state` that fit,
// broadcast together, and their numbers are in range.
Index<TensorArg> DrawIndex(Chooser& choose, const Ints& sizes,
                           const State& state);

// A tensor of numbers, or a mask, that can index some of these sizes.
Literal DrawPick(Chooser& choose, const Ints& sizes);
Literal DrawMask(Chooser& choose, const Ints& sizes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_ITEMS_H_
