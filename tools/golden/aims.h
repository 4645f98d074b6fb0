#ifndef VIEWPROOF_TOOLS_GOLDEN_AIMS_H_
#define VIEWPROOF_TOOLS_GOLDEN_AIMS_H_

#include <optional>

#include "conformance/gen/aim.h"
#include "conformance/subjects/conditions.h"
#include "conformance/subjects/mutants.h"

namespace viewproof {

// Returns what the operand must be like for a bug of the op to show under the
// condition, so far as it is about one tensor; nothing: it is about none. What
// it says of a result is asked of the operand.
std::optional<TensorTraits> TraitsFor(const Op& op, const Mutant& effect,
                                      const Condition& condition);

// Returns whether the condition is about a number of 2^31 or more.
bool IsOfWideNumbers(const Condition& condition);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_AIMS_H_
