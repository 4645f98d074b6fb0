#ifndef VIEWPROOF_TOOLS_GOLDEN_CHECK_CASE_H_
#define VIEWPROOF_TOOLS_GOLDEN_CHECK_CASE_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

inline constexpr int64_t kMaxGoldenRank = 16;

// Every reason why golden/ may not hold this case, whatever its outcome: one
// sentence each, beginning with the field. If there is none, it can be run.
// `max_rank` is kMaxGoldenRank or, for the flag HighRank, kMaxRank.
std::vector<std::string> ProblemsOf(const Case& test, int64_t max_rank);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_CHECK_CASE_H_
