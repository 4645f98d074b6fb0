#ifndef VIEWPROOF_CONFORMANCE_JUDGE_WORLDS_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_WORLDS_H_

#include <cstdint>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// PyTorch leaves open whether some steps view or copy, and a library may have
// no views at all. A world is one way in which a chain can then come out.

// The tensor that each step acts on, where the steps came out as `outcomes`.
std::vector<OutputRef> OperandsOf(const std::vector<Step>& chain,
                                  const std::vector<Outcome>& outcomes);

// The output that `ref` names; null for the base and for a tensor that does not
// exist.
const Output* FindOutput(const std::vector<Outcome>& outcomes, OutputRef ref);

// The numbers (from 1) of the steps that gave a view and may as well copy.
std::vector<int64_t> FreeViews(const std::vector<Step>& chain,
                               const std::vector<Outcome>& outcomes);

// The other lawful world of a case that came out as `expect` in PyTorch's, with
// the rules of its errors; empty where there is no choice. Throws BadInput when
// there is more than one choice.
std::vector<Outcome> OtherWorld(const Case& test,
                                const std::vector<Outcome>& expect);

// Whether a shape, value, result or error of `expect` is lost on a library all
// of whose views are contiguous copies.
bool NeedsViews(const Case& test, const std::vector<Outcome>& expect);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_WORLDS_H_
