#ifndef VIEWPROOF_CONFORMANCE_REPORT_DIFF_H_
#define VIEWPROOF_CONFORMANCE_REPORT_DIFF_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/judge/record.h"
#include "conformance/report/overview.h"

namespace viewproof {

// Says how the result of a case changed from an old report to a new one. A
// skipped case counts as absent. Closed.
enum class Change {
  kNewFailure,  // Fails in the new report and not in the old one.
  kFixed,       // Fails in the old report and passes in the new one.
  kChanged,     // Fails in both, in another way.
  kAdded,       // Executed only in the new report, and passes.
  kRemoved,     // Executed only in the old report.
  kSuite,       // Only the suite changed: the vector is new, was retired, or
                // expects something else.
};

inline constexpr std::array kChanges = {Change::kNewFailure, Change::kFixed,
                                        Change::kChanged,    Change::kAdded,
                                        Change::kRemoved,    Change::kSuite};

// "NEW FAILURE".
std::string_view Name(Change change);

// "did not fail before, fails now".
std::string_view Meaning(Change change);

// One case whose results in the two reports differ.
struct ChangedCase {
  std::optional<Record> before;  // Absent: not in that report.
  std::optional<Record> after;
  const Record& either() const { return after ? *after : *before; }
};

// Cases of one cause, as sentences tell it.
struct ChangeGroup {
  Change change = Change::kNewFailure;
  // Says what the subject does; of kChanged: what it did, and what it does now;
  // of kAdded and kRemoved: why the other run did not ask; of kSuite: "slice: a
  // new vector, which passes".
  std::string sentence;
  std::string code;  // See CodeOf; "before -> after"; or empty.
  // They are sorted by id and dtype; never empty.
  std::vector<ChangedCase> cases;
};

// The differences between two reports, derived from these alone.
struct ReportDiff {
  Overview before;
  Overview after;
  // They are sorted by change, most cases first.
  std::vector<ChangeGroup> groups;
  int64_t same = 0;  // Cases with equal results in both.
  // The new failures of the new run, as `check` counts them, by how they
  // changed; the last of these: they failed alike before.
  std::array<int64_t, kChanges.size() + 1> fresh = {};
  // So many of kNewFailure its gate file knows, or does not ask for.
  int64_t allowed = 0;

  bool AcrossSuites() const {
    return before.origin.header.golden != after.origin.header.golden;
  }
  int64_t Count(Change change) const;  // Cases.
};

// Reads both and compares verdict and differences of each id and dtype. What
// either report waives of a case or does not demand is compared in neither. If
// the reports are of different golden/, what differs in a vector that only one
// of them has, or of which they have different revisions, is the suite's
// change. Throws BadInput like ReadReport, and if one report is of other files
// than golden/.
ReportDiff DiffReports(const std::string& before, const std::string& after);

// "before: 30 passed, 8 failed, ...", and the same after.
std::vector<std::string> CountsOf(const ReportDiff& diff);

// "1 new failure, 2 fixed, ...".
std::string TotalsOf(const ReportDiff& diff);

// Says why `check` counts other new failures in the new run than are told here;
// empty: it counts the same.
std::string AccountOf(const ReportDiff& diff);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_DIFF_H_
