#ifndef VIEWPROOF_CONFORMANCE_RUN_CAUSES_H_
#define VIEWPROOF_CONFORMANCE_RUN_CAUSES_H_

#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/diagnose/diagnosis.h"
#include "conformance/report/groups.h"
#include "conformance/run/feed.h"

namespace viewproof {

// The known bugs that the failures prove, a line each (Diagnosis::Lines).
// `evidence`: of each failure with the name of its cause. `groups`: in the
// order in which their numbers are printed. `plan`: what was run. Throws
// BadInput as VectorReader does.
std::vector<std::string> CausesOf(const Evidence& evidence, const Hello& hello,
                                  Facets demanded,
                                  const std::vector<Group>& groups,
                                  const RunPlan& plan);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_CAUSES_H_
