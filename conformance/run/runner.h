#ifndef VIEWPROOF_CONFORMANCE_RUN_RUNNER_H_
#define VIEWPROOF_CONFORMANCE_RUN_RUNNER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/record.h"
#include "conformance/process/executor.h"
#include "conformance/run/feed.h"
#include "conformance/run/judge.h"

namespace viewproof {

// Holds what a run asks, and tells. All but `visit` may be null.
struct RunHooks {
  // Each case once, with its result.
  std::function<void(const Vector&, const Record&)> visit;
  // Returns whether the record is a failure that nobody knows. These are run
  // again.
  std::function<bool(const Record&)> is_new_failure;
  // A record that waits for being run again; `visit` follows.
  std::function<void(const Record&)> hold;
  // The step at which a case is known to die.
  std::function<std::optional<int64_t>(const Case&)> known_death;
  // Fills in the result of a case from an earlier run, which is not run again.
  std::function<bool(const Vector&, Record&)> earlier;
  // True if the first case meets a process that has run none.
  bool fresh = false;
  // Called often, with the id of a case that is out; empty: none.
  std::function<void(const std::string& id)> tick;
};

// Runs every vector of a source on a subject, in memory that does not grow with
// their number. Cases that are known to die, and those of an op of which three
// died, come last and alone.
class Runner {
 public:
  // At most so many new failures, the first of the plan, are run again, in
  // reverse order. Deaths are not.
  static constexpr std::size_t kMaxAgain = 1000;
  static constexpr int kMaxDeaths = 3;  // An op is put off after so many.

  struct Plan {
    // It begins at the first case.
    std::function<std::unique_ptr<Source>()> open;
    Facets demanded;
    std::vector<Without> withouts;
  };

  Runner(Plan plan, Executor& executor);

  // False if `stop` became true and ended it early: then some cases are not
  // visited, and records may be marked `again`. Throws BadInput (vectors) and
  // Infrastructure.
  bool Run(const RunHooks& hooks, const std::atomic<bool>& stop);

  // Returns why the subject could not be run again; empty: it could.
  const std::string& not_again() const { return not_again_; }

 private:
  const Plan plan_;
  Executor& executor_;
  std::string not_again_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_RUNNER_H_
