#ifndef VIEWPROOF_TOOLS_GOLDEN_REQUIRES_H_
#define VIEWPROOF_TOOLS_GOLDEN_REQUIRES_H_

#include <cstdint>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// Returns whether every refused step of the case has a neighbour (gen/edit.h)
// in which it succeeds and no step before it newly fails.
bool IsOneEditFromSuccess(const Case& test, const std::vector<Outcome>& expect);

// The abilities that a subject needs to be run on a vector.
Requires RequirementsOf(const Case& test, const std::vector<Outcome>& expect,
                        const std::vector<Outcome>& alternative);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_REQUIRES_H_
