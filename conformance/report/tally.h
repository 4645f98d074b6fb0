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

// Orders cases by how easy they are to read: fewer steps, then fewer elements.
int64_t SizeOf(const Case& test);

// The record as a report holds it.
Record Reported(Record record, const Vector& vector, Standing standing);

// The counts of a run, in memory that does not grow with its length.
class Tally {
 public:
  // What one [[without]] left out.
  struct LeftOut {
    int64_t cases = 0;   // Executed, with its flag.
    int64_t differ = 0;  // Of these, in a facet that it leaves out.
  };

  // The cases of one op.
  struct OfOp {
    int64_t passed = 0;
    int64_t failed = 0;
    int64_t skipped = 0;  // By declaration.
    int64_t known = 0;
    int64_t not_demanded = 0;
    int64_t in_its_vectors = 0;  // New failures of any op, whose id has it.
  };

  // The cases with one borrowed op, counted.
  struct Borrowed {
    int64_t reached = 0;  // Run.
    int64_t wrong = 0;    // Of these: the op is at fault.
    std::string id;       // Of the smallest of these.
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

  // The cases of all ops.
  OfOp Total() const;

  Counts counts;  // Known and not demanded failures count as skipped.
  int64_t known = 0;
  int64_t not_demanded = 0;
  int64_t executed = 0;
  int64_t order = 0;  // New failures that pass in another order.
  std::map<std::string, OfOp, std::less<>> by_op;  // See OpOf.
  SkipCounts skipped;
  std::set<std::string_view> executed_ops;
  std::set<Profile> executed_profiles;
  std::map<std::string, Borrowed, std::less<>> by_borrowed;  // Every such op.
  std::vector<KnownLine> borrowed_lines;  // Cases that such an op got wrong.
  std::vector<LeftOut> left_out;          // Of each [[without]] of the gate.
  Groups groups;                          // Of new failures.

 private:
  void CountLeftOut(const Vector& vector, const Record& record);
  void CountBorrowed(const Vector& vector, const Record& record);

  Facets demanded_;
  std::vector<Without> withouts_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_TALLY_H_
