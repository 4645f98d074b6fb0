#ifndef VIEWPROOF_CONFORMANCE_RUN_PRINT_CHECK_H_
#define VIEWPROOF_CONFORMANCE_RUN_PRINT_CHECK_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/gate/standing.h"
#include "conformance/process/adapter_command.h"
#include "conformance/report/groups.h"
#include "conformance/report/report.h"
#include "conformance/report/summary.h"
#include "conformance/report/tally.h"
#include "conformance/run/conclusion.h"
#include "conformance/run/launch.h"

namespace viewproof {

// Each case as code, as the adapter's `--program` prints it: the lines of one
// are empty if it has no such option or ended before.
std::vector<std::vector<std::string>> OwnCode(
    const AdapterCommand& adapter, const std::vector<const Case*>& cases);

// The smallest case of each group, of 64 at most. Of those that die there is
// none.
std::vector<ShownCode> CodeOf(const AdapterCommand& adapter,
                              const std::vector<Group>& groups);

// The same of what is there already.
std::vector<ShownCode> CodeOf(const std::vector<ShownCode>& all,
                              const std::vector<Group>& groups);

// Prints what `viewproof check` says, part by part.

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

// Prints the conclusion of a run of cases that are no vectors: the verdict is
// the last line.
void PrintConclusion(const Screen& screen, const Conclusion& conclusion);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_PRINT_CHECK_H_
