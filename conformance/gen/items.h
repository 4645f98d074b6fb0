#ifndef VIEWPROOF_CONFORMANCE_GEN_ITEMS_H_
#define VIEWPROOF_CONFORMANCE_GEN_ITEMS_H_

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "reference/core/geometry.h"

namespace viewproof {

// A valid index for a tensor of these sizes: 1 to kMaxItems items of every
// kind. The tensors among them broadcast together, and their numbers are in
// range.
Index<Literal> DrawIndex(Chooser& choose, const Ints& sizes);

// An index by up to four tensors of up to three dimensions, by a mask of up to
// three dimensions, or by a mask and a tensor; beside each other or apart.
Index<Literal> DrawAdvanced(Chooser& choose, const Ints& sizes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_ITEMS_H_
