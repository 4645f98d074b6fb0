#ifndef VIEWPROOF_CONFORMANCE_RUN_CONCLUSION_H_
#define VIEWPROOF_CONFORMANCE_RUN_CONCLUSION_H_

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/case/protocol.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/standing.h"
#include "conformance/process/executor.h"
#include "conformance/report/tally.h"

namespace viewproof {

// The verdict of a gate on a run.
struct Conclusion {
  bool green = false;
  std::string headline;
  std::vector<std::string> notes;  // One line each.
};

// The facts about a run that the gate's conditions need.
struct RunFacts {
  bool whole = true;    // All of golden/, with the gate's own dtypes.
  std::string golden;   // Its digest.
  std::string subject;  // As the user named it.
  std::string why;      // It was cut short; or empty.
  Trouble trouble;      // Of the subject.
};

// Known lines that must leave the gate file.
struct MendedLines {
  std::size_t all = 0;
  std::size_t waived = 0;  // Of these, by Standings::waived().
};

// Without a gate, or if not all was run, only new failures make it red. The
// notes say what each [[without]] of the gate left out.
Conclusion Conclude(const Gate* gate, const Hello& hello, const Tally& tally,
                    MendedLines mended, const RunFacts& facts);

// Rewrites the gate file and its known lines: drops the lines that do not fail
// now and entries without lines, corrects counts, fills in the digest, the
// number of executed cases and [subject] if they are empty. Adds no failure and
// changes no reason. Returns what it did, one line each. Requires: a whole run.
std::vector<std::string> UpdateGate(const Gate& gate, const Hello& hello,
                                    const Tally& tally,
                                    const Standings& standings,
                                    const RunFacts& facts);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_CONCLUSION_H_
