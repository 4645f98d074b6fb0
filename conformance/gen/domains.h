#ifndef VIEWPROOF_CONFORMANCE_GEN_DOMAINS_H_
#define VIEWPROOF_CONFORMANCE_GEN_DOMAINS_H_

#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "conformance/gen/state.h"

namespace viewproof {

// Arguments for `op` on `operand`, each drawn from its parameter's domain: as
// valid as the operand lets them be (a dimension of a rank-0 tensor, or an
// element of an empty one, cannot be).
std::vector<Arg> DrawArguments(Chooser& choose, const Op& op,
                               const State& state, const TensorRecord& operand);

// A tensor of these sizes and dtype to be written into one of dtype `target`:
// of elements that no base has, or, where the two differ, of numbers that tell
// how they are converted.
Literal DrawWritten(Chooser& choose, DType dtype, DType target, Ints sizes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_DOMAINS_H_
