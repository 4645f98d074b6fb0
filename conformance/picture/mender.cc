#include <algorithm>
#include <variant>

#include "conformance/case/ops.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/picture/reason.h"

namespace viewproof {
namespace {

constexpr std::size_t kMaxRepairs = 4;

}  // namespace

Step StepOf(const char* op, std::vector<Arg> args) {
  return {FindOp(op), std::move(args), std::nullopt};
}

bool Mender::Try(std::vector<Step> steps, std::string effect) {
  if (reason_.repairs.size() >= kMaxRepairs) return false;
  Case test = trouble_.test;
  test.chain.resize(trouble_.k);
  if (!steps.front().on) steps.front().on = trouble_.on;
  for (Step& step : steps) test.chain.push_back(std::move(step));
  const auto found = FindOutcomes(test);
  if (found.index() == 1) return false;  // It is too large to be tried.
  const auto& outcomes = std::get<std::vector<Outcome>>(found);
  // No subject is asked to run a dense op on a sparse tensor.
  if (outcomes.size() < test.chain.size()) return false;
  Repair repair;
  repair.effect = std::move(effect);
  std::vector<int64_t> storages = {0};
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    const bool is_new = k >= trouble_.k;
    const auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr) {
      if (is_new && !std::holds_alternative<bool>(outcomes[k])) return false;
      continue;
    }
    for (const Output& output : *outputs) {
      const int64_t storage = output.storage.value_or(0);
      if (std::ranges::count(storages, storage) > 0) continue;
      storages.push_back(storage);
      if (is_new) repair.bytes += CountOf(output.sizes) * trouble_.item_size();
    }
  }
  repair.ran = IsSmall(test) || repair.bytes == 0;
  // The steps after the one in trouble are gone, and so are their names.
  std::optional<PythonNames> names = trouble_.names;
  if (names) {
    std::erase_if(names->variables, [&](const auto& variable) {
      return variable.second.step > static_cast<int64_t>(trouble_.k);
    });
    // The step itself keeps its spelling, wherever it stands now.
    auto spelling =
        names->spellings.extract(static_cast<int64_t>(trouble_.k) + 1);
    if (!spelling.empty() && test.chain.back().op == step().op) {
      names->spellings[std::ssize(test.chain)] = spelling.mapped();
    }
  }
  const Wording wording(test, outcomes, names);
  repair.code = wording.LineFrom(trouble_.k, trouble_.on);
  if (std::ranges::count(reason_.repairs, repair.code, &Repair::code) > 0) {
    return true;
  }
  if (names) reason_.x = wording.DefinitionOf(trouble_.on);
  reason_.repairs.push_back(std::move(repair));
  return true;
}

bool Mender::TryAfter(std::vector<Step> before, std::string effect) {
  Step step = trouble_.step();
  step.on.reset();
  before.push_back(std::move(step));
  return Try(std::move(before), std::move(effect));
}

bool Mender::TryWith(std::size_t argument, Arg value, std::string effect) {
  Step step = trouble_.step();
  step.args[argument] = std::move(value);
  return Try({std::move(step)}, std::move(effect));
}

bool Mender::TryOnArgument(const Step& op, std::string effect, bool picks) {
  Step step = trouble_.step();
  step.on.reset();
  std::optional<OutputRef> argument;
  const OutputRef made = {static_cast<int64_t>(trouble_.k) + 1, 0};
  // Holds what is written, or else what picks.
  auto* value =
      step.args.empty() ? nullptr : std::get_if<TensorArg>(&step.args.back());
  auto* ref = value == nullptr ? nullptr : std::get_if<OutputRef>(value);
  const bool is_index_at_fault = ref == nullptr || picks;
  if (!is_index_at_fault) {
    argument = *ref;
    *ref = made;
  } else {
    ForEachRef(step, [&](OutputRef& other, std::string_view field) {
      if (field != "index") return;
      if (!argument) argument = other;
      if (other == *argument) other = made;
    });
  }
  if (!argument) return false;
  step.on = trouble_.on;
  Step first = op;
  first.on = argument;
  return Try({std::move(first), std::move(step)}, std::move(effect));
}

}  // namespace viewproof
