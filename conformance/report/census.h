#ifndef VIEWPROOF_CONFORMANCE_REPORT_CENSUS_H_
#define VIEWPROOF_CONFORMANCE_REPORT_CENSUS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gate/standing.h"
#include "conformance/judge/plan.h"
#include "conformance/judge/record.h"
#include "conformance/report/report.h"

namespace viewproof {

// Cases by how they came out.
struct Cell {
  int64_t passed = 0;
  int64_t fresh = 0;  // New failures.
  int64_t known = 0;
  int64_t others = 0;   // Fail in nothing that is demanded.
  int64_t skipped = 0;  // By declaration.

  int64_t executed() const { return passed + fresh + known + others; }
  int64_t all() const { return executed() + skipped; }
  void Add(Standing standing);
  Cell& operator-=(const Cell& other);
  bool operator==(const Cell&) const = default;
};

// "30 passed, 8 failed, 0 skipped", then "2 known" and "1 not demanded" if
// there are any. What is new has failed.
std::string CountsText(const Cell& cell);

// As the footer of a report counts.
Counts CountsOf(const Cell& cell);

// The same as the heads of a table, and as a row of it.
std::vector<std::string> CountHeads();
std::vector<std::string> CountRow(const Cell& cell);

// What every command that counts the cases of a run counts, by this alone.
struct Census {
  Cell all;
  std::map<Profile, Cell> by_profile;
  std::map<std::string, Cell, std::less<>> by_op;  // See OpOf.
  // New failures of any op, by the op in the id.
  std::map<std::string, int64_t, std::less<>> by_vector;
  SkipCounts reasons;
  int64_t deaths = 0;  // Crashes and time-outs.

  void Count(const Record& record, Standing standing, Facets demanded);
  bool HasRun(Profile profile) const;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_CENSUS_H_
