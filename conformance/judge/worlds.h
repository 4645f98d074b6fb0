#ifndef VIEWPROOF_CONFORMANCE_JUDGE_WORLDS_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_WORLDS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// PyTorch leaves open whether some steps view or copy, and a library may have
// no views at all. A world is one acceptable list of outcomes of a chain.

// The numbers (from 1) of the steps that gave a view but may also copy.
std::vector<int64_t> FreeViews(const std::vector<Step>& chain,
                               const std::vector<Outcome>& outcomes);

// The second acceptable outcome of a case with one view-or-copy step: what
// follows if that step copies, with the rules of errors. `expect` is PyTorch's
// outcome. Empty if there is no such step. Throws BadInput if there are more.
std::vector<Outcome> OtherWorld(const Case& test,
                                const std::vector<Outcome>& expect);

// The flag of a vector whose one view-or-copy step must be a view (reshape.r3).
inline constexpr std::string_view kSharesWhenViewable = "SharesWhenViewable";

// The same of a vector; empty if it has the flag kSharesWhenViewable. Throws
// BadInput if it has the flag and no such step.
std::vector<Outcome> OtherWorld(const Vector& vector);

// Whether a library whose views are all contiguous copies would give another
// shape, value, result or error than `expect`.
bool NeedsViews(const Case& test, const std::vector<Outcome>& expect);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_WORLDS_H_
