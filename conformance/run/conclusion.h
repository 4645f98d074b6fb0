#ifndef VIEWPROOF_CONFORMANCE_RUN_CONCLUSION_H_
#define VIEWPROOF_CONFORMANCE_RUN_CONCLUSION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/case/protocol.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/standing.h"
#include "conformance/process/executor.h"
#include "conformance/report/print_run.h"
#include "conformance/report/run_summary.h"
#include "conformance/report/tally.h"
#include "conformance/run/stop.h"

namespace viewproof {

// The verdict of a gate on a run.
struct Conclusion {
  bool green = false;
  std::string headline = {};
  std::vector<std::string> notes = {};    // One line each.
  std::vector<std::string> details = {};  // The same, of what is as it should.
  std::vector<Advice> next = {};          // Says what a person can do.
  // The adapter breaks the protocol, or declares what the run does not bear
  // out: red, whatever its cases say.
  bool misused = false;

  ExitStatus status() const {
    return misused ? kMisused : green ? kGreen : kRed;
  }
};

// The facts about a run that the gate's conditions need.
struct RunFacts {
  bool whole = true;    // All of golden/, with the gate's own dtypes.
  bool shard = false;   // One part of several of the whole.
  std::string golden;   // Its digest.
  std::string subject;  // It is as the user named it.
  std::string why;      // It was cut short; or empty.
  // Holds what the known failures of a run without a gate file are: "PyTorch's
  // own: they fail alike on the cpu"; empty if no baseline was asked.
  std::string own = {};
  Trouble trouble;  // The subject's.
};

// Without a gate, or if not all was run, only new failures make it red; of a
// shard, also another suite, another hello and a known failure that passes. The
// details say what each [[without]] of the gate left out, and what the run
// cost.
Conclusion Conclude(const Gate* gate, const Hello& hello, const Tally& tally,
                    const std::vector<UnmetCase>& unmet, const RunFacts& facts);

// Holds what a run of cases that are no vectors came to.
struct DrawnRun {
  Cell cases = {};
  int64_t findings = 0;  // So many are not known.
  int64_t known = 0;     // Findings.
  int64_t broadly = 0;   // So many of these by a line without conditions.
  std::string why = {};  // It was cut short; or empty.
};

// Concludes such a run; `gate` may be null. The headline says how many cases
// were judged, however the run ended: "GREEN: nothing new in 57,319 cases (57
// findings are known)".
Conclusion ConcludeDrawn(const Gate* gate, const Trouble& trouble,
                         const DrawnRun& drawn);

// The same for scripts, without causes.
RunSummary SummaryOf(const Conclusion& conclusion, const DrawnRun& drawn,
                     const Hello& hello);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_CONCLUSION_H_
