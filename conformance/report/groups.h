#ifndef VIEWPROOF_CONFORMANCE_REPORT_GROUPS_H_
#define VIEWPROOF_CONFORMANCE_REPORT_GROUPS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gate/standing.h"
#include "conformance/judge/record.h"
#include "conformance/report/sentence.h"

namespace viewproof {

// Says how grave a failure is for who uses the library, the gravest first.
// Closed.
enum class Gravity {
  kDies,         // A crash or a time-out.
  kBounds,       // It answered a tensor that reaches outside of its storage.
  kWrites,       // A write is lost, or reaches other elements.
  kValues,       // Elements hold other values.
  kShape,        // Another outcome: an error, sizes, a dtype, an answer.
  kAlias,        // A copy for a view, or the reverse.
  kStrides,      // Strides, an offset, contiguity.
  kKind,         // Another kind of error.
  kExact,        // Facet exact.
  kIdentity,     // Facet identity.
  kUnsupported,  // No answer: unsupported, or against the protocol.
  kOrder,        // It passes in another order of cases.
};

// "out of bounds".
std::string_view Name(Gravity gravity);

// Returns the gravity of a record that fails in a demanded facet: that of its
// gravest demanded difference. (All of these are of one step.) A write of an
// earlier op that went wrong is the cause of other records.
Gravity GravityOf(const Record& record, Facets demanded);

// The key by which failures are grouped.
struct Cause {
  Failure failure;       // Its step is 0.
  std::string relation;  // "row_major", "kind rank for size"; empty: none.
  bool order = false;    // It passes in another order.
  bool operator==(const Cause&) const = default;
};

// Returns the cause of a record that fails in a demanded facet.
Cause CauseOf(const Record& record, Facets demanded);

// Tells causes apart.
std::string KeyOf(const Cause& cause);

// New failures of one probable cause: those of one relation, difference and
// verdict, if these are of several ops and many; else those of one op,
// difference, facets and verdict.
struct Group {
  // Distinct causes, sorted. If `across`, all have one relation; else one
  // failure.
  std::vector<Cause> causes;
  bool across = false;  // True if one relation explains several ops.
  Gravity gravity = Gravity::kOrder;  // The gravity of its gravest record.
  int64_t count = 0;                  // Records.
  // The easiest to read: none that was drawn if there is another, then one that
  // reaches outside of its storage; of one vector that of its own dtype.
  Record smallest;
  // The vector of that; absent if read from a report.
  std::optional<Vector> vector;
  std::map<std::string, int64_t> by_op;  // Records of each op to blame.
  int64_t misspelt = 0;  // Records with an error that Record::misspelt tells.
  std::set<std::string> ids = {};  // The vectors of its records.
  int64_t outside = 0;  // Records that reach outside of their storage.
  std::set<std::string> details = {};  // Each record has one, as in Told.
  // Records whose elements an earlier op wrote wrongly, and these ops.
  int64_t after_writes = 0;
  std::set<std::string> writers = {};
  bool adapters = false;  // It is likely the adapter's fault.

  const Failure& failure() const { return causes.front().failure; }
  bool Holds(const Cause& cause) const;
};

// Names the group in files that people keep: it depends on what its records
// have in common, never on their number or order. "slice offset strides fail",
// "slice crash"; "* times_itemsize strides fail" of several ops; with " order"
// at the end, if its records pass in another order.
std::string KeyOf(const Group& group);

std::vector<std::string> KeysOf(const std::vector<Group>& groups);

// Returns what its records have in common.
Told ToldOf(const Group& group);

// Returns what one difference of a record says, alone.
Told ToldOf(const Record& record, const Difference& difference);

// The group of one record, which fails in a facet of `demanded`.
Group GroupOf(const Record& record, Facets demanded);

// Adds the records of `more` to those of `group`, which may be empty.
void Join(const Group& more, Group& group);

// Returns whether an output of the record reaches outside of its storage.
bool ReachesOutside(const Record& record);

// Groups the new failures of a run or of a report. Their order and so their
// numbers depend on the records alone, not on the order in which they come.
class Groups {
 public:
  // A relation makes a group of at least so many ops and records.
  static constexpr std::size_t kLeastOps = 3;
  static constexpr int64_t kLeastRecords = 10;

  // `borrowed`: ops that the adapter carries out, and not the library; sorted.
  explicit Groups(Facets demanded, std::vector<std::string> borrowed = {})
      : demanded_(demanded), borrowed_(std::move(borrowed)) {}

  // To be called with every record of the run. `vector` may be null.
  void Add(const Record& record, Standing standing, const Vector* vector);

  // Sorts by gravity, then the most records, then the smallest case.
  std::vector<Group> Sorted() const;

 private:
  struct Runs {
    int64_t executed = 0;
    int64_t misspelt = 0;
  };

  Facets demanded_;
  std::vector<std::string> borrowed_;
  std::map<std::string, Group> by_cause_;           // Each has one cause.
  std::map<std::string, Runs, std::less<>> by_op_;  // The op in the id.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_GROUPS_H_
