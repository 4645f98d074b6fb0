#ifndef VIEWPROOF_CONFORMANCE_RUN_BASELINE_H_
#define VIEWPROOF_CONFORMANCE_RUN_BASELINE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "conformance/case/hello.h"
#include "conformance/gate/gate.h"
#include "conformance/process/executor.h"
#include "conformance/run/feed.h"

namespace viewproof {

// What the baseline of a choice of options came to (subject_file.h).
struct BaselineCounts {
  std::string version;
  std::string device;
  int64_t executed = 0;
  int64_t failed = 0;
};

// Asks the baseline the cases of a plan. What fails there, reduced to the
// demanded facets, becomes a known failure of the gate, whose reason says that
// it is the library's own. `tick` is called often. Throws like Runner.
BaselineCounts AddOwnFailures(Executor& baseline, const std::string& name,
                              const RunPlan& plan, Facets demanded,
                              const std::function<void()>& tick,
                              const std::atomic<bool>& stop, Gate& gate);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_BASELINE_H_
