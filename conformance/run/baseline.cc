#include "conformance/run/baseline.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "conformance/run/runner.h"

namespace viewproof {

BaselineCounts AddOwnFailures(Executor& baseline, const std::string& name,
                              const RunPlan& plan, Facets demanded,
                              const std::function<void()>& tick,
                              const std::atomic<bool>& stop, Gate& gate) {
  const Hello& hello = baseline.hello();
  BaselineCounts counts{hello.version, hello.device};
  const std::string reason = fmt::format("{}'s own: {} fails alike on the {}",
                                         name, hello.version, hello.device);
  RunHooks hooks;
  hooks.visit = [&](const Vector&, const Record& record) {
    if (record.verdict == Verdict::kSkip) return;
    ++counts.executed;
    const std::optional<Failure> failure = Reduce(record, demanded);
    if (!failure) return;
    ++counts.failed;
    gate.lines.push_back({record.id, record.dtype, *failure});
    EntryOf(*failure, reason, "", gate);
  };
  hooks.tick = [&tick](const std::string&) { tick(); };
  Runner({[&plan] { return std::make_unique<Feed>(plan); }, demanded, {}},
         baseline)
      .Run(hooks, stop);
  return counts;
}

}  // namespace viewproof
