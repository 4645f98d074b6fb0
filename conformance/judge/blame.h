#ifndef VIEWPROOF_CONFORMANCE_JUDGE_BLAME_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_BLAME_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/difference.h"
#include "conformance/subjects/world_reference.h"

namespace viewproof {

// The tensor that step `step` (counted from 1) acts on, if the steps before it
// had these outcomes.
OutputRef OperandOf(const Case& test, const std::vector<Outcome>& outcomes,
                    int64_t step);

// Fills in op, blamed and via of each difference, and tells lost and stray
// writes from other wrong values: an element that differs shows what it would
// hold without the write, or should show that and shows what was written. Such
// a write is to blame, whatever step shows it. Else it is the op of the step,
// but never `read`. For a difference that `read` shows, it is the last write
// before it; without a write, a kernel that was called before it, which wrote
// what is not its own, or the op that made what is read, or "base". If the
// tensor written to, or one that it views, came from an op that was seen to
// copy (one of `differences` is kCopied there), that op is to blame and not the
// write. `expect` is the world of these ways and choices.
void Blame(const Case& test, const std::vector<Outcome>& expect,
           const Reply& reply, const Ways& ways, const Choices& choices,
           std::vector<Difference>& differences);

// The op to blame for a subject's death at `step` (0: not known, the last).
std::string BlamedForDeath(const Case& test, int64_t step);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_BLAME_H_
