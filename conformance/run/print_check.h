#ifndef VIEWPROOF_CONFORMANCE_RUN_PRINT_CHECK_H_
#define VIEWPROOF_CONFORMANCE_RUN_PRINT_CHECK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/process/adapter_command.h"
#include "conformance/report/groups.h"
#include "conformance/report/known.h"
#include "conformance/report/print_groups.h"
#include "conformance/report/report.h"
#include "conformance/report/run_summary.h"
#include "conformance/report/screen.h"
#include "conformance/report/tally.h"
#include "conformance/run/conclusion.h"

namespace viewproof {

// A case that is asked as code.
struct AskedCode {
  const Case* test;
  bool dies = false;  // It is run alone, and its code ends where it died.
};

// Each case as code, as the adapter's `--program` prints it: the lines of one
// are empty if it has no such option or ended before.
std::vector<std::vector<std::string>> OwnCode(
    const AdapterCommand& adapter, const std::vector<AskedCode>& asked);

// The smallest case of each group, of 64 at most.
std::vector<ShownCode> CodeOf(const AdapterCommand& adapter,
                              const std::vector<Group>& groups);

// The same of what is there already.
std::vector<ShownCode> CodeOf(const std::vector<ShownCode>& all,
                              const std::vector<Group>& groups);

// Holds what a run came to, as far as it is printed.
struct RunText {
  const Hello& hello;
  const Tally& tally;
  const Conclusion& conclusion;
  const KnownReasons& known;       // The reasons of the known failures.
  GroupsView view;                 // Says how its causes are shown.
  std::vector<std::string> words;  // The command line that ran it.
  std::string report;              // It was written there; or empty.
  bool is_gated = false;
  bool is_verbose = false;
  std::optional<int64_t> milliseconds = {};
};

// Prints what `viewproof check` says: the verdict, the counts, notes, causes,
// what to do next, and a verdict that is not green again.
void PrintRun(const Screen& screen, const RunText& text);

// The same for scripts.
RunSummary SummaryOf(const RunText& text);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_PRINT_CHECK_H_
