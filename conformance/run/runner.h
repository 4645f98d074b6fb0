#ifndef VIEWPROOF_CONFORMANCE_RUN_RUNNER_H_
#define VIEWPROOF_CONFORMANCE_RUN_RUNNER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"
#include "conformance/gate/without.h"
#include "conformance/judge/record.h"
#include "conformance/process/executor.h"

namespace viewproof {

// What to run.
struct RunPlan {
  std::vector<std::string> files;  // Of vectors.
  std::string only;                // A glob that ids match; empty: all.
  std::vector<DType> dtypes;       // Also run core and indexing with these.
  Facets demanded;
  std::vector<Without> withouts;  // Of the gate.
};

// Runs every vector of a plan on a subject, in memory that does not grow with
// their number.
class Runner {
 public:
  using Start = std::function<std::unique_ptr<Executor>()>;
  using IsNewFailure = std::function<bool(const Record&)>;
  using Visit = std::function<void(const Vector&, const Record&)>;

  // At most so many new failures are run again in reverse order.
  static constexpr std::size_t kMaxAgain = 1000;

  // `start` made `executor`; new failures are run again on another one that it
  // makes.
  Runner(RunPlan plan, Executor& executor, Start start);

  // Visits each case once with its result: new failures at the end, all others
  // as they come. False if `stop` became true and ended it early. Throws
  // BadInput (vectors) and Infrastructure.
  bool Run(const IsNewFailure& is_new_failure, const Visit& visit,
           const std::atomic<bool>& stop);

 private:
  struct Again {
    Vector vector;
    Record record;
  };

  void RunAgain(std::vector<Again>& failures, const IsNewFailure& is_new);

  RunPlan plan_;
  Executor& executor_;
  Start start_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_RUNNER_H_
