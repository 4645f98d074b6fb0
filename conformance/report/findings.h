#ifndef VIEWPROOF_CONFORMANCE_REPORT_FINDINGS_H_
#define VIEWPROOF_CONFORMANCE_REPORT_FINDINGS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/report/origin.h"

namespace viewproof {

// The report of a range of case numbers (report.h) has these lines:
//   {"finding":{"key":..,"times":..,"number":..,"known":..,..}}
// Its bytes depend on the versions and the numbers alone: no time, machine or
// path of a case stands in it. Its footer counts new findings as failed.

// One bucket of findings: those with one key.
struct RangeFinding {
  std::string key;  // Such as "view stride".
  int64_t times = 1;
  int64_t number = 0;  // The number of the first case; -1: it is of a corpus.
  bool known = false;  // It is accepted already.
  // Whatever shows and replays the first case: name -> JSON.
  std::map<std::string, std::string> shown = {};
};

struct RangeReport : ReportOrigin {
  std::vector<RangeFinding> findings;  // They are sorted by number, then key.
};

// Returns what a finding shows under that name. Throws BadInput if it shows
// nothing.
const std::string& ShownBy(const RangeFinding& finding,
                           const std::string& name);

// The line of a finding, followed by kPadding readable bytes. Throws BadInput
// naming the field.
RangeFinding ReadFinding(std::string_view line);

// The JSON Schema of such a line.
std::string FindingSchema();

// The report as text. Sorts its findings.
std::string RangeText(RangeReport report);

// Writes RangeText aside and renames it. Throws BadInput naming the file.
void WriteRange(const std::string& path, const RangeReport& report);

// Throws BadInput like ReadReport, and if it is not the report of a range.
RangeReport ReadRange(const std::string& path);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_FINDINGS_H_
