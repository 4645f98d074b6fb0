#ifndef VIEWPROOF_CONFORMANCE_REPORT_OVERVIEW_H_
#define VIEWPROOF_CONFORMANCE_REPORT_OVERVIEW_H_

#include <functional>
#include <string>
#include <string_view>

#include "conformance/gate/standing.h"
#include "conformance/judge/record.h"
#include "conformance/report/report.h"
#include "conformance/report/tally.h"

namespace viewproof {

// The counts of one report, derived from it alone.

// Returns whether the gate of this report demands the record's profile.
bool IsAsked(const Record& record, const ReportHeader& header);

// Returns how the gate counted a record, as the lines of a report say it.
Standing StandingOf(const Record& record, const ReportHeader& header);

// Says whether the gate is green by what its check said, and why, in a line. If
// a report does not say it: what its records leave to say.
struct GateSaid {
  bool green = false;
  bool gated = false;  // A gate was held to all of it.
  std::string headline;
};
GateSaid HeadlineOf(const ReportOrigin& origin);

// "This may be merged".
std::string_view TitleOf(const GateSaid& said);

struct Overview : Census {
  ReportOrigin origin;
};

// Visits each record, those that fail after the others. Throws BadInput like
// ReadReport.
Overview ReadOverview(
    const std::string& path,
    const std::function<void(const Record&, Standing)>& visit = {});

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_OVERVIEW_H_
