#ifndef VIEWPROOF_CONFORMANCE_JUDGE_DIGEST_EFFECT_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_DIGEST_EFFECT_H_

#include <string>

#include "conformance/case/case.h"
#include "conformance/judge/difference.h"

namespace viewproof {

// What goes wrong by the effect of the table (Effects(), subjects/mutants.h)
// that gives the wrong digest if one step up to that of the difference has it:
// "in clone: a copy holds zeros". The last step comes first. Empty: no effect
// does, or no digests differ. Runs the case once per step and
// effect: for what is shown to a person, not for every failure.
std::string EffectOfDigest(const Case& test, const Difference& difference);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_DIGEST_EFFECT_H_
