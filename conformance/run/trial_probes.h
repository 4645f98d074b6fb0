#ifndef VIEWPROOF_CONFORMANCE_RUN_TRIAL_PROBES_H_
#define VIEWPROOF_CONFORMANCE_RUN_TRIAL_PROBES_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/judge/worlds.h"
#include "conformance/run/trial_talk.h"

namespace viewproof {

// A vector as a subject is asked it: see Planner.
struct TrialCase {
  Vector vector;
  std::vector<World> worlds;
};

// A few vectors of golden/ below `root` for each op that hello declares: the
// first that succeed, and the first that ends in an error.

std::vector<TrialCase> TrialCases(const std::string& root, const Hello& hello);

// Sends an adapter that has answered hello what each rule is about, beyond the
// cases of golden/: unknown words, odd ids, wide integers, forms, what does not
// exist, writes. Compares its answers with one another.
void ProbeWords(Talk& talk);
void ProbeValues(Talk& talk);

// Whether two replies say the same, but for texts.
bool SaySame(Reply a, Reply b);

// How it takes requests, and how it writes replies.
void ProbePipes(Talk& talk);

// How it ends. Leaves no process.
void ProbeEnds(Talk& talk);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_TRIAL_PROBES_H_
