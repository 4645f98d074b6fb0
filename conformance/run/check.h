#ifndef VIEWPROOF_CONFORMANCE_RUN_CHECK_H_
#define VIEWPROOF_CONFORMANCE_RUN_CHECK_H_

#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/record.h"
#include "conformance/process/executor.h"
#include "conformance/report/report.h"
#include "conformance/run/feed.h"
#include "conformance/run/launch.h"
#include "conformance/run/stop.h"

namespace viewproof {

// The options of `viewproof check`.
struct CheckOptions {
  std::string root;  // FindRoot().
  SubjectName subject;
  std::vector<std::string> vectors;    // Files; empty: golden/.
  std::vector<std::string> only;       // Globs that ids match; empty: all.
  std::vector<std::string> leave_out;  // Globs that ids do not match.
  std::vector<Profile> profiles;       // Instead of the gate's.
  bool all = false;                    // Every profile.
  Shard shard;
  std::optional<std::vector<DType>> dtypes;  // Instead of the gate's.
  std::string report;                        // A file to write; or empty.
  bool resume = false;                       // Go on from that report.
  std::string json;         // Write the verdict there, for scripts; or empty.
  std::string groups_file;  // People fill in reasons there; or empty.
  bool all_groups = false;  // Show each group in full.
  bool verbose = false;     // Show ops, reasons, and what was not asked.
  bool update = false;      // Rewrite the gate file.
  // Processes at a time; unset: one, or some for calls, which are many.
  std::optional<int64_t> jobs;
  int64_t retries = 0;     // See AdapterCommand.
  double max_minutes = 0;  // 0: no bound.
  // The command line, of which a report tells; empty: it does not say how it
  // was run.
  std::vector<std::string> words;
};

// The results of a run that was made before.
struct EarlierResults {
  Hello hello;
  Trouble trouble;
  std::string why;              // It was cut short; or empty.
  std::vector<ShownCode> code;  // The code of some cases.
  Ran ran;                      // Says how they were run.
  std::function<bool(const Vector&, Record&)> find;
};

// Runs a subject on vectors, compares it with its gate, and prints the result:
// the verdict is its first line and, if it is not green, its last. A signal
// (StopOnSignals) ends the run early: the report says PARTIAL and why. Nothing
// is run if the results are `recorded`. Throws BadInput and Infrastructure.
ExitStatus RunCheck(const CheckOptions& options, std::FILE* out,
                    const EarlierResults* recorded = nullptr);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_CHECK_H_
