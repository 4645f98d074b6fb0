#ifndef VIEWPROOF_FUZZ_HUNT_HUNT_H_
#define VIEWPROOF_FUZZ_HUNT_HUNT_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/gate/gate.h"
#include "conformance/gate/standing.h"
#include "conformance/process/executor.h"
#include "fuzz/hunt/buckets.h"
#include "fuzz/hunt/examine.h"
#include "fuzz/hunt/expectation.h"
#include "fuzz/hunt/sweep.h"
#include "fuzz/hunt/whole_chains.h"

namespace viewproof {

struct HuntOptions {
  int64_t first = 0;
  int64_t cases = 0;  // 0: until the time is over.
  // Cases are drawn and run for so long, if there is no number.
  double seconds = 60;
  SubjectRole role = SubjectRole::kLibrary;
  ShrinkBounds shrink;
};

// Holds what a hunt has done.
struct HuntCounts {
  int64_t next = 0;  // The first number that was not looked at.
  int64_t judged = 0;
  int64_t failing = 0;
  int64_t others = 0;  // Fail in nothing that is demanded, or are explained.
  int64_t not_admitted = 0;
  SkipCounts skipped;         // Drawn, and not asked, by hello.
  int64_t left_out = 0;       // Those that hold such ops.
  int64_t not_looked_at = 0;  // Buckets, beyond the bound.
  int64_t abstained = 0;      // Witnesses that cannot tell.
  // Judged, and not failing, by Explained::reason.
  std::map<std::string_view, int64_t> explained;
  double seconds = 0;  // Drawing and running took so long.
  std::map<std::string_view, int64_t> steps;   // Judged, by op.
  std::map<std::string_view, int64_t> errors;  // Due, by kind.
  // Hits that look like an entry of the gate and were not looked at.
  std::map<const KnownFailure*, int64_t> alike;
};

// Asks a subject drawn cases and holds it to the reference. Cases are run in
// rounds; between two of them, ops that died are noted: of the cases that hold
// these, one of 32 is run from then on.
class Hunt {
 public:
  // All but `options` and `known` is kept. `gate` may be null.
  Hunt(Executor& executor, Cases& cases, const Gate* gate,
       std::vector<KnownFeatures> known, const HuntOptions& options,
       const std::atomic<bool>& stop);

  // Runs cases of earlier hunts; the rest of these vectors is empty. The ids of
  // those that the subject was not asked.
  std::vector<std::string> Replay(const std::vector<Vector>& vectors);

  // Returns whether a case of an earlier hunt fails, or is not asked.
  bool StillFails(Vector vector);

  // Draws and runs cases. `tick` is called often, with what there is to tell.
  // With sweeps, these look at them first, each in a thread.
  void Draw(const std::function<void(std::string_view)>& tick,
            std::vector<Sweep> sweeps = {});

  // Confirms and shrinks what failed: one of each bucket; of those that look
  // like one entry of the gate, some.
  void Examine();

  Facets demanded() const { return standings_.demanded(); }
  // Those that the gate does not know first; else by gravity.
  const std::vector<Finding>& findings() const { return findings_; }
  const HuntCounts& counts() const { return counts_; }
  const std::vector<KnownFeatures>& known() const { return known_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool IsOver() const;
  bool HoldsDying(const Case& test) const;
  void Add(const SweepResult& result);
  bool DrawOne(int64_t number, Vector& vector);
  void Take(const Vector& vector, const Record& record, int64_t number);
  std::vector<Bucket> BucketsToLookAt();
  void Add(const Bucket& bucket, Finding finding);
  const KnownFailure* Find(const Case& test, const Record& record,
                           const Failure& failure, FeatureSet features) const;

  Executor& executor_;
  Cases& cases_;
  const HuntOptions options_;
  const std::atomic<bool>& stop_;
  const std::vector<KnownFeatures> known_;
  const std::vector<Without> withouts_;
  const Standings standings_;
  Expectation expectation_;
  Examiner examiner_;
  Buckets buckets_;
  std::vector<Finding> findings_;
  std::set<std::string, std::less<>> dying_;  // Ops.
  std::map<std::string, int64_t> deaths_;     // It is keyed by the op to blame.
  Clock::time_point begin_ = Clock::now();
  HuntCounts counts_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_HUNT_H_
