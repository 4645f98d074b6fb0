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
#include "conformance/report/report.h"

namespace viewproof {

// Orders cases by how easy they are to read: fewer steps, then fewer elements.
int64_t SizeOf(const Case& test);

// New failures of one cause: the same op, difference, facets and verdict.
struct Group {
  Failure cause;  // Its step is not used.
  int64_t count = 0;
  std::string smallest;  // Id of the failing case that is easiest to read.
  DType dtype = DType::kFloat32;
  int64_t size = INT64_MAX;  // SizeOf the smallest.
  int64_t scaled = 0;        // Cases whose numbers are itemsize x the expected.
  int64_t unmapped = 0;      // Cases whose error has no kind.
};

// Causes of new failures, the most frequent first.
class Groups {
 public:
  // `size` orders cases by how easy they are to read.
  void Add(const Record& record, const Failure& failure, int64_t size);
  std::vector<Group> Sorted() const;

 private:
  std::map<std::string, Group> by_cause_;
};

// The probable reason of a group, in a few words; or empty.
std::string HintOf(const Group& group);

// Whether the fault is probably the adapter's, not the library's.
bool IsLikelyTheAdapters(const Group& group);

// The counts of a run, in memory that does not grow with its length.
class Tally {
 public:
  static constexpr std::size_t kShown = 3;

  struct Example {
    Vector vector;
    Record record;
  };

  // What one [[without]] left out.
  struct LeftOut {
    int64_t cases = 0;   // Executed, with its flag.
    int64_t differ = 0;  // Of these, in a facet that it leaves out.
  };

  explicit Tally(Facets demanded, std::vector<Without> withouts = {})
      : left_out(withouts.size()),
        demanded_(demanded),
        withouts_(std::move(withouts)) {}

  void Add(const Vector& vector, const Record& record, Standing standing);

  Counts counts;  // Known and not demanded failures count as skipped.
  int64_t known = 0;
  int64_t not_demanded = 0;
  int64_t executed = 0;
  int64_t order = 0;  // New failures that pass in another order.
  std::map<std::string, Counts, std::less<>> by_op;  // The op in the id.
  std::map<SkipReason, int64_t> skipped;
  std::set<std::string_view> executed_ops;
  std::set<Profile> executed_profiles;
  std::vector<LeftOut> left_out;  // Of each [[without]] of the gate.
  std::vector<Example> examples;  // The first new failures.
  Groups groups;

 private:
  void CountLeftOut(const Vector& vector, const Record& record);

  Facets demanded_;
  std::vector<Without> withouts_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_TALLY_H_
