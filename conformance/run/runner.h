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
#include "conformance/judge/record.h"
#include "conformance/process/executor.h"

namespace viewproof {

// What a run consists of.
struct RunPlan {
  std::vector<std::string> files;  // Of vectors.
  std::string only;                // A glob that ids match; empty: all.
  std::vector<DType> dtypes;       // core and indexing again for these.
  Facets demanded;
};

// Runs every vector of a plan on a subject; memory does not grow with their
// number.
class Runner {
 public:
  using Start = std::function<std::unique_ptr<Executor>()>;
  using IsNewFailure = std::function<bool(const Record&)>;
  using Visit = std::function<void(const Vector&, const Record&)>;

  // Failures that are run again in reverse order; those beyond are not.
  static constexpr std::size_t kMaxAgain = 1000;

  // `executor` was made by `start`, which makes a fresh one when new failures
  // are run again.
  Runner(RunPlan plan, Executor& executor, Start start);

  // Visits each case once with what came of it: skipped and done ones at once,
  // new failures at the end. False when `stop` became true and ended it early.
  // Throws BadInput (vectors) and Infrastructure.
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
