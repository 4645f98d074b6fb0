#ifndef VIEWPROOF_CONFORMANCE_GEN_ITEMS_H_
#define VIEWPROOF_CONFORMANCE_GEN_ITEMS_H_

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "reference/core/geometry.h"

namespace viewproof {

// An index that a tensor of these sizes has: 1 to kMaxItems items of every
// kind; the tensors among them broadcast together, and what they name is there.
Index<Literal> DrawIndex(Chooser& choose, const Ints& sizes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_ITEMS_H_
