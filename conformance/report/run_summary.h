#ifndef VIEWPROOF_CONFORMANCE_REPORT_RUN_SUMMARY_H_
#define VIEWPROOF_CONFORMANCE_REPORT_RUN_SUMMARY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/report/known.h"
#include "conformance/report/print_groups.h"
#include "conformance/report/tally.h"

namespace viewproof {

// Holds what a run says, for scripts: `--json` of check, fuzz and merge writes
// it.
struct RunSummary {
  // The findings of cases that were drawn.
  struct Findings {
    int64_t fresh = 0;
    int64_t known = 0;
    bool operator==(const Findings&) const = default;
  };

  bool green = false;
  int64_t exit_status = 0;
  std::string headline;  // "RED: 432 new failures".
  std::string name;      // The subject has these, as hello says.
  std::string version;
  std::string device;
  int64_t milliseconds = 0;  // 0: not known.
  bool is_drawn = false;     // Its cases are no vectors: it has `findings`.
  Cell counts = {};
  Findings findings = {};
  std::vector<std::string> notes = {};
  std::vector<std::string> next = {};  // Commands.
  KnownReasons known = {};
  std::vector<ShownCause> causes = {};
  bool operator==(const RunSummary&) const = default;
};

// Writes it as one line of JSON, {"summary":{...}}.
std::string ToJson(const RunSummary& summary);

// The JSON Schema of that.
std::string RunSummarySchema();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_RUN_SUMMARY_H_
