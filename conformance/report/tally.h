#ifndef VIEWPROOF_CONFORMANCE_REPORT_TALLY_H_
#define VIEWPROOF_CONFORMANCE_REPORT_TALLY_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gate/standing.h"
#include "conformance/gate/without.h"
#include "conformance/judge/plan.h"
#include "conformance/judge/record.h"
#include "conformance/report/groups.h"
#include "conformance/report/report.h"

namespace viewproof {

// Cases by how they came out.
struct Cell {
  int64_t passed = 0;
  int64_t fresh = 0;  // New failures.
  int64_t known = 0;
  int64_t others = 0;   // Fail in nothing that is demanded.
  int64_t skipped = 0;  // So many are skipped by a declaration.

  int64_t executed() const { return passed + fresh + known + others; }
  int64_t all() const { return executed() + skipped; }
  void Add(Standing standing);
  Cell& operator-=(const Cell& other);
  bool operator==(const Cell&) const = default;
};

// "30 passed · 8 new · 2 known · 1 not demanded · 0 not asked".
std::string CountsText(const Cell& cell);

// Returns it as the footer of a report counts.
Counts CountsOf(const Cell& cell);

// The same as the heads of a table, and as a row of it.
std::vector<std::string> CountHeads();
std::vector<std::string> CountRow(const Cell& cell);

// The same by the heads, and back: what is absent is 0.
std::map<std::string, int64_t> CountsByHead(const Cell& cell);
Cell CellOf(const std::map<std::string, int64_t>& counts);

// Holds what every command that counts the cases of a run counts, by this
// alone.
struct Census {
  Cell all;
  std::map<Profile, Cell> by_profile;
  std::map<std::string, Cell, std::less<>> by_op;      // See OpOf.
  std::map<std::string, Cell, std::less<>> by_vector;  // The op in the id.
  SkipCounts reasons;
  std::map<Profile, SkipCounts> reasons_in;
  int64_t deaths = 0;  // Crashes and time-outs.

  void Count(const Record& record, Standing standing, Facets demanded);
  bool HasRun(Profile profile) const;
};

// Orders cases by how easy they are to read: fewer steps, then fewer elements.
int64_t SizeOf(const Case& test);

// The record as a report holds it; `entry`: see Record.
Record Reported(Record record, const Vector& vector, Standing standing,
                int64_t entry);

// The counts of a run that is going on, in memory that does not grow with its
// length.
class Tally : public Census {
 public:
  // Holds what one [[without]] left out.
  struct WaivedCount {
    int64_t cases = 0;  // Executed, with its flag.
    // So many of these differ in a facet that it leaves out.
    int64_t differ = 0;
  };

  // The cases with one borrowed op, counted.
  struct BorrowedCount {
    int64_t reached = 0;  // Run.
    int64_t wrong = 0;    // The op is at fault in so many of these.
    std::string id;       // The smallest of these has it.
    int64_t size = 0;
  };

  // `borrowed`: ops, sorted.
  explicit Tally(Facets demanded, std::vector<Without> withouts = {},
                 const std::vector<std::string>& borrowed = {})
      : left_out(withouts.size()),
        groups(demanded, borrowed),
        demanded_(demanded),
        withouts_(std::move(withouts)) {
    for (const std::string& op : borrowed) by_borrowed[op];
  }

  void Add(const Vector& vector, const Record& record, Standing standing);

  int64_t order = 0;      // New failures that pass in another order.
  int64_t otherwise = 0;  // New failures of cases that are known to fail.
  std::set<std::string_view> executed_ops;
  std::map<std::string, BorrowedCount, std::less<>>
      by_borrowed;                        // Every such op.
  std::vector<KnownCase> borrowed_lines;  // Cases that such an op got wrong.
  std::vector<WaivedCount> left_out;      // Of each [[without]] of the gate.
  Groups groups;                          // Of new failures.

 private:
  void CountLeftOut(const Vector& vector, const Record& record);
  void CountBorrowed(const Vector& vector, const Record& record);

  Facets demanded_;
  std::vector<Without> withouts_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_TALLY_H_
