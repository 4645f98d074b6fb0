#include "conformance/picture/mender.h"

#include <algorithm>
#include <variant>

#include "conformance/case/bad_input.h"
#include "conformance/case/index_facts.h"
#include "conformance/case/ops.h"
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
  std::vector<Outcome> outcomes;
  try {
    outcomes = OutcomesOf(test);
  } catch (const BadInput&) {
    return false;  // It is too large to be tried.
  }
  Repair repair;
  repair.effect = std::move(effect);
  std::vector<int64_t> storages = {0};
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    const bool is_new = k >= trouble_.k;
    const auto* outputs = k < outcomes.size()
                              ? std::get_if<std::vector<Output>>(&outcomes[k])
                              : nullptr;
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
  // What comes after the step in trouble is gone, and the names of it.
  std::optional<PythonNames> names = trouble_.names;
  if (names) {
    std::erase_if(names->variables, [&](const auto& variable) {
      return variable.second.step > static_cast<int64_t>(trouble_.k);
    });
  }
  const Wording wording(test, outcomes, names);
  repair.code = wording.LineFrom(trouble_.k, trouble_.on);
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

bool Mender::TryOnArgument(const Step& op, std::string effect) {
  Step step = trouble_.step();
  step.on = trouble_.on;
  std::optional<OutputRef> argument;
  const OutputRef made = {static_cast<int64_t>(trouble_.k) + 1, 0};
  for (Arg& arg : step.args) {
    auto* tensor = std::get_if<TensorArg>(&arg);
    auto* ref = tensor == nullptr ? nullptr : std::get_if<OutputRef>(tensor);
    if (ref == nullptr) continue;
    argument = *ref;
    *ref = made;
  }
  if (!argument) return false;
  Step first = op;
  first.on = argument;
  return Try({std::move(first), std::move(step)}, std::move(effect));
}

}  // namespace viewproof
