#include "conformance/run/baseline.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "conformance/judge/record.h"
#include "conformance/process/executor.h"
#include "conformance/report/summary.h"
#include "conformance/run/runner.h"

namespace viewproof {

std::vector<Explanation> CausesOf(const Evidence& evidence, const Hello& hello,
                                  Facets demanded,
                                  const std::vector<Group>& groups,
                                  const RunPlan& plan, const Misuses& misuses) {
  std::map<std::string, std::size_t> numbers;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    for (const Cause& cause : groups[k].causes) {
      numbers.emplace(KeyOf(cause), k + 1);
    }
  }
  RunPlan due = plan;
  if (plan.calls != nullptr && plan.only.empty()) {
    std::set<std::string> only;  // The ops of which a call failed.
    for (const auto& [key, failed] : evidence.failed()) {
      only.insert(fmt::format("{}/*", OpOfId(key)));
    }
    due.only.assign(only.begin(), only.end());
    due.shard = {};  // Fewer have other numbers; the evidence tells which ran.
  }
  const auto visit = [&due](const std::function<void(Vector&)>& see) {
    Feed feed(due);
    Vector vector;
    bool fits = false;
    while (feed.Next(vector, fits)) {
      if (fits) see(vector);
    }
  };
  return plan.calls != nullptr
             ? DiagnoseLayouts(evidence, hello, visit, numbers, misuses)
             : Diagnose(evidence, hello, demanded, visit, numbers);
}

std::optional<BaselineResult> AskBaseline(const Hello& hello,
                                          const RunPlan& plan,
                                          const ProcessOptions& processes,
                                          Launch& launch,
                                          std::optional<Gate>& own) {
  if (!launch.baseline_adapter) return std::nullopt;
  if (!launch.gate) {
    own = launch.new_gate;
    own->facets = hello.facets;
  }
  Gate& gate = own ? *own : *launch.gate;
  const Facets demanded = gate.Demanded(hello);
  const std::unique_ptr<Executor> baseline =
      StartAdapter(*launch.baseline_adapter, processes);
  const std::string& device = baseline->hello().device;
  const std::string reason =
      fmt::format("{}'s own: {} fails alike on the {}", launch.baseline,
                  baseline->hello().version, device);
  RunPlan asked = plan;
  if (plan.calls != nullptr) {
    asked.calls =
        AskCalls({Profile::kOperands}, plan.only, *baseline, *processes.stop);
  }
  int64_t executed = 0;
  Progress progress(0);
  RunHooks hooks;
  hooks.visit = [&](const Vector&, const Record& record) {
    progress.Add();
    if (record.verdict == Verdict::kSkip) return;
    ++executed;
    const std::optional<Failure> failure = Reduce(record, demanded);
    if (!failure) return;
    gate.cases.push_back({record.id, record.dtype, *failure});
    EntryFor(gate.cases.back(), reason, "", gate);
  };
  hooks.tick = [&](const std::string&) {
    progress.Tick("on the " + device, baseline->trouble().deaths);
  };
  Runner({[&asked] { return std::make_unique<Feed>(asked); }, demanded, {}},
         *baseline)
      .Run(hooks, *processes.stop);
  return BaselineResult{
      fmt::format("{}'s own: {} of {} cases fail on the {}", launch.baseline,
                  Grouped(std::ssize(gate.cases)), Grouped(executed), device),
      fmt::format("{}'s own: they fail alike on the {}", launch.baseline,
                  device)};
}

}  // namespace viewproof
