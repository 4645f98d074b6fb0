#ifndef VIEWPROOF_CONFORMANCE_RUN_BASELINE_H_
#define VIEWPROOF_CONFORMANCE_RUN_BASELINE_H_

#include <optional>
#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/diagnose/diagnosis.h"
#include "conformance/diagnose/layout_cause.h"
#include "conformance/gate/gate.h"
#include "conformance/report/groups.h"
#include "conformance/run/feed.h"
#include "conformance/run/launch.h"

namespace viewproof {

// The known bugs that the failures prove. `evidence`: of each failure with the
// name of its cause. `groups`: in the order in which their numbers are printed.
// `plan`: what was run. Throws BadInput as VectorReader does.
std::vector<Explanation> CausesOf(const Evidence& evidence, const Hello& hello,
                                  Facets demanded,
                                  const std::vector<Group>& groups,
                                  const RunPlan& plan, const Misuses& misuses);

// Holds what the baseline of a choice of options came to (subject_file.h).
struct BaselineResult {
  std::string said;  // "PyTorch's own: 41 of 10,559 cases fail on the cpu".
  std::string own;   // RunFacts::own.
};

// Asks the baseline of a launch the cases of a plan, if there is one. What
// fails there in a facet that is demanded of the subject with this hello
// becomes a known failure, whose reason says that it is the library's own: of
// the gate file that an update will write, else of `own`, a gate that demands
// everything. Throws like Runner.
std::optional<BaselineResult> AskBaseline(const Hello& hello,
                                          const RunPlan& plan,
                                          const ProcessOptions& processes,
                                          Launch& launch,
                                          std::optional<Gate>& own);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_BASELINE_H_
