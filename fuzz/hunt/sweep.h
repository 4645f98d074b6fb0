#ifndef VIEWPROOF_FUZZ_HUNT_SWEEP_H_
#define VIEWPROOF_FUZZ_HUNT_SWEEP_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "conformance/judge/compare.h"
#include "conformance/subjects/subject.h"
#include "fuzz/hunt/whole_chains.h"

namespace viewproof {

// Holds what a sweep saw of some cases.
struct SweepResult {
  int64_t judged = 0;     // Cases that were answered as expected.
  int64_t not_drawn = 0;  // Numbers without a case.
  int64_t abstained = 0;
  std::vector<int64_t> steps;           // Counts the judged, by the op's row.
  std::map<ErrorKind, int64_t> errors;  // Due in the judged.
  std::vector<int64_t> others;          // Numbers of cases for a Runner.
};

// Asks a subject of this process, in a small part of the time that a Runner
// takes, and says which cases are for that: those on which it differs from what
// is expected, in whatever way. One of these per thread.
class Sweep {
 public:
  // `subject` is kept.
  Sweep(Subject& subject, std::unique_ptr<Cases> cases)
      : subject_(subject),
        cases_(std::move(cases)),
        comparator_(subject.hello(), subject.hello().facets) {}

  // Asks cases [from, to); some of them, if `stop` is set meanwhile.
  SweepResult Look(int64_t from, int64_t to, const std::atomic<bool>& stop);

  int64_t stretch() const { return cases_->stretch(); }
  const SkipCounts& skipped() const { return cases_->skipped(); }

 private:
  void AskOne(int64_t number, SweepResult& result);

  Subject& subject_;
  std::unique_ptr<Cases> cases_;
  Comparator comparator_;
  Vector vector_;
  Reply reply_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_SWEEP_H_
