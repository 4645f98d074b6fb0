#include "conformance/case/dropped.h"

#include <fmt/format.h>

#include <string_view>

#include "conformance/case/index_facts.h"
#include "conformance/case/ops.h"

namespace viewproof {

std::string DroppedTensors::See(const Step& step) {
  ++number_;
  const bool drops = step.op->kind == OpKind::kForget;
  if (steps_.empty() && !drops) return {};
  std::string fault;
  ForEachRef(step, [&](OutputRef ref, std::string_view field) {
    const auto found = steps_.find({ref.step, ref.output});
    if (found == steps_.end()) return;
    fault = fmt::format("field \"{}\": step {} has dropped [{},{}]", field,
                        found->second, ref.step, ref.output);
  });
  if (!drops || !fault.empty()) return fault;
  if (!step.on) {
    return fmt::format("field \"on\": missing in a step of {}", step.op->name);
  }
  steps_.try_emplace({step.on->step, step.on->output}, number_);
  return {};
}

}  // namespace viewproof
