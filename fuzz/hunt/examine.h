#ifndef VIEWPROOF_FUZZ_HUNT_EXAMINE_H_
#define VIEWPROOF_FUZZ_HUNT_EXAMINE_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/gate/gate.h"
#include "conformance/gate/without.h"
#include "conformance/process/executor.h"
#include "fuzz/hunt/buckets.h"
#include "fuzz/hunt/expectation.h"
#include "fuzz/hunt/whole_chains.h"

namespace viewproof {

// Holds what is left of a bucket: the smallest case that shows the same.
struct Finding {
  int64_t hits = 0;
  int64_t number = 0;  // The first case, in its run.
  Vector vector;       // The smallest case.
  Record record;       // The record of that.
  Failure failure;     // The failure of that; its step is 0.
  FeatureSet features;
  bool repeats = true;  // False: it passes alone, in a new process.
  // Says why it may not be the smallest; empty: it is.
  std::string not_minimal;
  const KnownFailure* known = nullptr;  // The entry of the gate that has it.
};

// Returns whether an entry of a gate file may explain it. What passes alone is
// shown by an order of cases, never by the case that an entry holds; but
// whether what reads or writes beyond a memory dies may be luck.
bool CanBeKnown(const Finding& finding);

// An entry of a gate file, and the features of its cases.
struct KnownFeatures {
  const KnownFailure* entry = nullptr;
  FeatureSet features;  // That all its cases have; or none.

  bool has_conditions() const {
    return features.any() || !entry->after.empty();
  }
};

// Returns whether the entry has this failure of a drawn case, which was
// answered thus. An entry of kEveryOp is of every op.
bool Knows(const KnownFeatures& known, const Case& test, const Failure& failure,
           FeatureSet features, const std::string& answer);

// The features of each entry of a gate: those that it names; of an entry that
// names none, if `of_vectors`, those that its vectors have, which are in
// golden/ below `root`. Entries that name features come first.
std::vector<KnownFeatures> FeaturesOfEntries(const Gate& gate,
                                             const std::string& root,
                                             bool of_vectors);

// Bounds of the shrinking.
struct ShrinkBounds {
  int64_t questions = 2000;  // One finding may cost so many; 20 deaths, too.
  double seconds = 30;       // One finding may take so long.
  double all_seconds = 60;   // All of them may take so long.
};

// Confirms and shrinks hits, by asking the subject about one case at a
// time.
class Examiner {
 public:
  // All but `bounds` is kept.
  Examiner(Executor& executor, Facets demanded,
           const std::vector<Without>& withouts, Expectation& expectation,
           const std::atomic<bool>& stop, ShrinkBounds bounds);

  // The record of a case, a pass if what differs is explained; nullopt if the
  // subject may not be asked about it, or the run was stopped. `vector` gets
  // what is expected.
  std::optional<Record> Ask(Vector& vector);

  // The record of a case that runs alone in a new process, and the step at
  // which it dies, if it does; nullopt as of Ask.
  std::optional<Record> AskAlone(const Vector& vector);

  // Runs the hits again, one after the other, and then backwards in a new
  // process; what dies has run alone in one. Of those that fail alike both
  // times, the records.
  std::vector<std::optional<Record>> Confirm(
      const std::vector<const Hit*>& hits);

  // Shrinks a hit that was confirmed. If it is an earlier write that went
  // wrong, and the step that is blamed only shows it, the finding is of the
  // write. What dies is confirmed alone in a new process once more.
  Finding Shrink(const Hit& hit, const Record& confirmed, Cases& cases);

 private:
  // Alone in a new process, with the step at which it dies; or in any process.
  std::optional<Record> Run(const Vector& vector, bool alone);
  bool IsSame(const Record& record, const Failure& failure) const;
  void GoBackToAWrite(Finding& finding);

  Executor& executor_;
  const Facets demanded_;
  const std::vector<Without>& withouts_;
  Expectation& expectation_;
  const std::atomic<bool>& stop_;
  const ShrinkBounds bounds_;
  double seconds_ = 0;  // Spent until now.
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_EXAMINE_H_
