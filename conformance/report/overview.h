#ifndef VIEWPROOF_CONFORMANCE_REPORT_OVERVIEW_H_
#define VIEWPROOF_CONFORMANCE_REPORT_OVERVIEW_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/gate/standing.h"
#include "conformance/judge/record.h"
#include "conformance/report/groups.h"
#include "conformance/report/report.h"

namespace viewproof {

// The counts of one report, derived from it alone.

// Cases by how they came out.
struct Cell {
  int64_t executed = 0;
  int64_t fresh = 0;
  int64_t known = 0;
  int64_t others = 0;  // Fail in nothing that is demanded.
};

void Count(Standing standing, Cell& cell);

// How the gate counted the records, by what the report says.
class Judged {
 public:
  explicit Judged(const ReportOrigin& origin);  // Kept.
  Standing Of(const Record& record) const;

 private:
  bool IsOfANewGroup(const Cause& cause) const;

  const ReportOrigin& origin_;
  std::set<std::string> keys_;
};

// Whether the gate is green by what its check said, and why, in a line. Of a
// report that does not say it: what its records leave to say.
struct GateSaid {
  bool green = false;
  bool gated = false;  // A gate was held to all of it.
  std::string headline;
};
GateSaid HeadlineOf(const ReportOrigin& origin);

// "This may be merged".
std::string_view TitleOf(const GateSaid& said);

struct Overview {
  ReportOrigin origin;
  Cell all;
  int64_t skipped = 0;  // By declaration.
  int64_t deaths = 0;   // Crashes and time-outs, stray ones among them.
  std::map<Profile, Cell> by_profile;
  std::map<Profile, int64_t> planned;
  std::map<std::string, Cell> by_op;                // See OpOf.
  std::set<std::pair<std::string, DType>> failing;  // In what is demanded.
  std::set<std::pair<std::string, DType>> passing;
};

// Throws BadInput like ReadReport.
Overview ReadOverview(const std::string& path);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_OVERVIEW_H_
