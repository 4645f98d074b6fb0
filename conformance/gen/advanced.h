#ifndef VIEWPROOF_CONFORMANCE_GEN_ADVANCED_H_
#define VIEWPROOF_CONFORMANCE_GEN_ADVANCED_H_

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"

namespace viewproof {

// An index by up to four tensors of up to three dimensions, by a mask of up to
// three dimensions, or by a mask and a tensor; beside each other or apart.
Index<TensorArg> DrawAdvanced(Chooser& choose, const Ints& sizes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_ADVANCED_H_
