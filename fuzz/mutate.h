#ifndef VIEWPROOF_FUZZ_MUTATE_H_
#define VIEWPROOF_FUZZ_MUTATE_H_

#include <cstdint>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"

namespace viewproof {

// The longest chain that a mutation makes, but for reads.
inline constexpr int64_t kMostSteps = 12;

// Lawful cases near others. A step that its new place does not admit becomes a
// read, so that later steps name what they named before.

// One change of `test`: an argument, the base or its elements, a step left out,
// put in or drawn anew, other steps at the end, or all of it.
Case Mutated(const Case& test, Chooser& choose);

// The first steps of one case, then the last ones of another.
Case Crossed(const Case& first, const Case& second, Chooser& choose);

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_MUTATE_H_
