#ifndef VIEWPROOF_CONFORMANCE_JUDGE_NEEDS_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_NEEDS_H_

#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// The abilities that a subject needs to be run on a case, but for `views`,
// which takes as long as to answer it (NeedsViews, worlds.h), and for
// error_kind, which takes looking at all its neighbours
// (tools/golden/requires.h).
Requires NeedsOf(const Case& test, const std::vector<Outcome>& expect,
                 const std::vector<Outcome>& alternative);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_NEEDS_H_
