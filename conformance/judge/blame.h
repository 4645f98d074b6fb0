#ifndef VIEWPROOF_CONFORMANCE_JUDGE_BLAME_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_BLAME_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/difference.h"

namespace viewproof {

// The tensor that step `step` (counted from 1) acts on, when the steps before
// it came out as `outcomes`.
OutputRef OperandOf(const Case& test, const std::vector<Outcome>& outcomes,
                    int64_t step);

// Fills in op and via of each difference, and tells lost and stray writes from
// other wrong values. Blame goes to the op of the step, but never to `read`: a
// difference seen there goes to the last write before it (or to the op that
// made the tensor written to, if that copies: it is one of `copies` or a
// difference of `differences`), else to the op that made the tensor, else to
// "base".
void Blame(const Case& test, const std::vector<Outcome>& expect,
           const Reply& reply, const std::vector<std::string>& copies,
           std::vector<Difference>& differences);

// The op to blame for a subject's death at `step` (0: not known, the last).
std::string BlamedForDeath(const Case& test, int64_t step);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_BLAME_H_
