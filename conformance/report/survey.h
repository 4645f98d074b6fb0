#ifndef VIEWPROOF_CONFORMANCE_REPORT_SURVEY_H_
#define VIEWPROOF_CONFORMANCE_REPORT_SURVEY_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gate/standing.h"
#include "conformance/judge/record.h"
#include "conformance/report/groups.h"
#include "conformance/report/overview.h"
#include "conformance/report/report.h"

namespace viewproof {

// People read this of a report, and all is derived from it alone. Only what
// explains a case (its vector, the sentence of a rule) comes from golden/ and
// SPEC.md, if the report is of that golden/.

// A case that failed.
struct FailedCase {
  Record record;
  Standing standing = Standing::kNewFailure;
  // Among the groups of new failures, or of known ones, from 1; 0: of neither.
  std::size_t group = 0;
  // It is as it was asked: with the record's dtype.
  std::optional<Vector> vector;
  // The world that it was compared with expects this.
  std::vector<Outcome> expected;
  // Keys of Survey::by_condition, but dtypes.
  std::vector<std::string> conditions;
  std::string passes;  // The nearest case of its op that passes.
};

// A row a name, a cell a column.
using Cells = std::map<std::string, std::map<std::string, Cell>>;

struct Survey : Overview {
  Cells by_facet;  // Counts each op; a case counts in each facet that differs.
  Cells by_condition;  // Counts each op: "rank 3", "float32", "9-64 elements".
  std::vector<Group> groups;  // Groups of new failures.
  std::vector<Group> known;   // Groups of those that the gate file lists.
  std::vector<FailedCase> failures;  // New ones by group, known ones, others.
  std::map<std::string, std::string> rules;  // The sentences of their rules.
  std::map<std::string, std::string> words;  // What words of it mean.
  bool has_vectors = false;                  // golden/ is the report's.
};

// Reads a report, and golden/ and SPEC.md below `root`. Throws BadInput like
// ReadReport: also for records that were cut, edited or removed.
Survey ReadSurvey(const std::string& root, const std::string& path);

// The command line that checks this one case.
std::string RerunOf(const ReportHeader& header, const Record& record);

// Returns why the gate file lists it; null: it does not, or the report does not
// tell.
const KnownReason* ReasonOf(const Survey& survey, const FailedCase& failed);

// Returns what its sentence says. It may fail in nothing that is demanded.
Told ToldOf(const FailedCase& failed);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_SURVEY_H_
