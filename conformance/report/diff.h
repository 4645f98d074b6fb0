#ifndef VIEWPROOF_CONFORMANCE_REPORT_DIFF_H_
#define VIEWPROOF_CONFORMANCE_REPORT_DIFF_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/judge/record.h"
#include "conformance/report/report.h"

namespace viewproof {

// What became of a case from an old report to a new one. A case that is skipped
// counts as one that is not there. Closed.
enum class Change {
  kNewFailure,  // Fails now and did not fail before.
  kFixed,       // Failed before and passes now.
  kChanged,     // Fails in both, in another way.
  kAdded,       // Executed only now, and passes.
  kRemoved,     // Executed only before.
};

inline constexpr std::array kChanges = {Change::kNewFailure, Change::kFixed,
                                        Change::kChanged, Change::kAdded,
                                        Change::kRemoved};

// "NEW FAILURE".
std::string_view Name(Change change);

// One case, told apart by the reports.
struct ChangedCase {
  std::optional<Record> before;  // Absent: not in that report.
  std::optional<Record> after;
  const Record& either() const { return after ? *after : *before; }
};

// Cases of one cause. Where it is not the same in both reports, a text reads
// "before -> after".
struct ChangeGroup {
  Change change = Change::kNewFailure;
  std::string op;          // To blame; of kAdded and kRemoved: the id's.
  std::string difference;  // Or the verdict of a death; of kAdded and kRemoved:
                           // why the other run did not execute it.
  std::string facets;      // That differ, separated by spaces.
  std::vector<ChangedCase> cases;  // By id, dtype; never empty.
};

// What two reports tell apart: derived from them and from nothing else.
struct ReportDiff {
  ReportOrigin before;
  ReportOrigin after;
  std::vector<ChangeGroup> groups;  // By change, most cases first.
  int64_t same = 0;                 // Cases executed in both, told apart by
                                    // nothing.

  int64_t Count(Change change) const;  // Cases.
};

// Reads both and compares verdict and differences of each id and dtype. Throws
// BadInput like ReadReport, and when a report has a case twice or a verdict
// without its grounds.
ReportDiff DiffReports(const std::string& before, const std::string& after);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_DIFF_H_
