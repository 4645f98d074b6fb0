#ifndef VIEWPROOF_CONFORMANCE_RUN_TRIAL_CASES_H_
#define VIEWPROOF_CONFORMANCE_RUN_TRIAL_CASES_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/judge/worlds.h"

namespace viewproof {

// A vector as a subject is asked it: see Planner.
struct TrialCase {
  Vector vector;
  std::vector<World> worlds;
};

// A few vectors of golden/ below `root` for each op that hello declares: the
// first that succeed, and the first that ends in an error.

std::vector<TrialCase> TrialCases(const std::string& root, const Hello& hello);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_TRIAL_CASES_H_
