#include "conformance/calls/layout_probe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <variant>
#include <vector>

#include "conformance/calls/elements.h"
#include "conformance/case/bounds.h"
#include "conformance/case/operands.h"

namespace viewproof {
namespace {

// Returns whether each view gave a tensor, the last one of the sizes that are
// due, and the read shows the elements.
bool Shows(const Case& test, const Execution& execution, const Literal& due) {
  if (execution.kind != Execution::Kind::kReply) return false;
  const std::vector<Outcome>& steps = execution.reply.steps;
  const auto number = std::ssize(test.chain);
  for (int64_t step = 1; step < number; ++step) {
    const Output* made = FindOutput(steps, {step, 0});
    if (made == nullptr) return false;
    if (step + 1 == number && made->sizes != due.sizes) return false;
  }
  const Output* read = FindOutput(steps, {number, 0});
  return read != nullptr && read->values &&
         read->values->list == due.values->list;
}

}  // namespace

void LayoutProbe::Add(const OperandLayout& layout, DType dtype,
                      const Ints& sizes) {
  if (Numel(sizes).value_or(kMaxBase + 1) > kMaxBase) return;
  const auto [place, is_new] = asked_.try_emplace({layout.name, sizes});
  if (!is_new) return;
  const PlacedOperand placed =
      PlaceElements(layout, dtype, sizes,
                    DrawElements(ElementKind::kAny, dtype, sizes, 0, 0));
  Asked& asked = place->second;
  asked.test = CaseOf(placed);
  asked.test.id = "layout/" + std::string(layout.name);
  asked.due = placed.seen;
}

void LayoutProbe::Ask(Executor& executor, const std::atomic<bool>& stop,
                      const std::function<void()>& tick) {
  Manner manner;
  manner.tick = tick;
  auto next = asked_.begin();
  std::map<const Case*, const std::pair<const Key, Asked>*> out;
  executor.Run(
      [&]() -> const Case* {
        if (stop || next == asked_.end()) return nullptr;
        const auto& entry = *next++;
        out.emplace(&entry.second.test, &entry);
        return &entry.second.test;
      },
      [&](const Case& test, const Execution& execution) {
        const auto& [key, asked] = *out.at(&test);
        out.erase(&test);
        if (Shows(test, execution, asked.due)) return;
        if (wrong_.empty()) {
          first_ = fmt::format("{} of {}[{}]", key.first, Name(asked.due.dtype),
                               fmt::join(asked.due.sizes, ","));
        }
        wrong_.insert(key);
      },
      manner);
}

bool LayoutProbe::IsWrong(const OperandLayout& layout,
                          const Ints& sizes) const {
  return wrong_.contains({layout.name, sizes});
}

}  // namespace viewproof
