#ifndef VIEWPROOF_CONFORMANCE_GEN_NUMBERS_H_
#define VIEWPROOF_CONFORMANCE_GEN_NUMBERS_H_

#include <vector>

#include "conformance/gen/chooser.h"
#include "reference/core/dtype.h"

namespace viewproof {

// Numbers that some dtype rounds, cuts or refuses.
const std::vector<Scalar>& OddNumbers();

// One of them, or a sum of two that is complex.
Scalar DrawNumber(Chooser& choose);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_NUMBERS_H_
