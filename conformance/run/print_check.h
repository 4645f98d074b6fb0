#ifndef VIEWPROOF_CONFORMANCE_RUN_PRINT_CHECK_H_
#define VIEWPROOF_CONFORMANCE_RUN_PRINT_CHECK_H_

#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/report/summary.h"
#include "conformance/report/tally.h"
#include "conformance/run/conclusion.h"
#include "conformance/run/launch.h"

// What `viewproof check` says, part by part.
namespace viewproof {

void PrintSubject(const Screen& screen, const Hello& hello);

// The groups of new failures. `dtypes`: those that cases were run in beside
// their own; `report`: its path, or empty.
void PrintFailures(const Screen& screen, const Launch& launch,
                   const std::vector<DType>& dtypes, bool all_groups,
                   const std::string& report, const Tally& tally);

// Bugs that explain the failures: lines of CausesOf.
void PrintCauses(const Screen& screen, const std::vector<std::string>& causes);

// The verdict and the counts.
void PrintConclusion(const Screen& screen, const Tally& tally,
                     const std::vector<std::string>& left_out,
                     const Conclusion& conclusion);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_PRINT_CHECK_H_
