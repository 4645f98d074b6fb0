#include "conformance/gen/starts.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/reference_step.h"
#include "reference/core/tensor.h"

namespace viewproof {
namespace {

bool MakesAnything(const Op& op) {
  return std::any_of(
      op.parameters.begin(), op.parameters.end(),
      [](const Parameter& p) { return p.domain == Domain::kInStorage; });
}

bool AnyNegative(const Ints& numbers) {
  return std::any_of(numbers.begin(), numbers.end(),
                     [](int64_t number) { return number < 0; });
}

// The numbers among a step's arguments.
Ints NumbersOf(const Step& step) {
  Ints numbers;
  for (const Arg& arg : step.args) {
    if (const auto* number = std::get_if<int64_t>(&arg)) {
      numbers.push_back(*number);
    } else if (const auto* list = std::get_if<Ints>(&arg)) {
      numbers.insert(numbers.end(), list->begin(), list->end());
    } else if (const auto* maybe = std::get_if<std::optional<int64_t>>(&arg)) {
      numbers.push_back(maybe->value_or(0));
    }
  }
  return numbers;
}

// Calls with a lesser one are tried first.
std::tuple<bool, bool, bool, std::size_t> Oddness(const Step& step) {
  const Ints numbers = NumbersOf(step);
  return {MakesAnything(*step.op), AnyNegative(numbers),
          step.op->returns_list(), numbers.size()};
}

// Whether it counts a dimension from the end, for which another call does not.
bool CountsFromTheEnd(const Step& step) {
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    const ArgType type = step.op->parameters[k].type;
    const auto* list = std::get_if<Ints>(&step.args[k]);
    if (type == ArgType::kDim && std::get<int64_t>(step.args[k]) < 0) {
      return true;
    }
    if (type == ArgType::kDims && AnyNegative(*list)) return true;
  }
  return false;
}

// The calls that may set a chain up, in the order in which they are tried.
std::vector<Step> SetUpCalls(const Calls& calls) {
  std::vector<Step> steps;
  for (const Calls::Row& row : calls.rows()) {
    const OpKind kind = row.op->kind;
    if (row.op->is_alias() || kind == OpKind::kWrite ||
        kind == OpKind::kQuery) {
      continue;
    }
    for (int64_t k = 0; k < row.count; ++k) {
      Step step = calls.At(row.first + k);
      if (!CountsFromTheEnd(step)) steps.push_back(std::move(step));
    }
  }
  std::stable_sort(
      steps.begin(), steps.end(),
      [](const Step& a, const Step& b) { return Oddness(a) < Oddness(b); });
  return steps;
}

// Two tensors that no op tells apart have one key.
using Key = std::tuple<Ints, Ints, int64_t, std::size_t>;

Key KeyOf(const Tensor& tensor) {
  const auto& [sizes, strides, offset] = tensor.geometry;
  return {sizes, strides, offset, tensor.storage->bytes.size()};
}

// A start, and what its steps make.
struct Reached {
  Start start;
  Tensor tensor;
};

// What `step` makes of a tensor; nullopt where it is refused or too large.
std::optional<Tensor> Made(const Step& step, const Tensor& operand) {
  if (TooLarge(step, operand.geometry.sizes, operand.dtype)) {
    return std::nullopt;
  }
  Answer<Tensor> answer = RunReferenceStep(step, operand);
  auto* outputs = std::get_if<Outputs<Tensor>>(&answer);
  if (outputs == nullptr || outputs->tensors.empty()) return std::nullopt;
  return std::move(outputs->tensors.front());
}

// One for each tensor that a call makes of those before.
std::vector<Reached> Grown(const std::vector<Reached>& before,
                           const std::vector<Step>& calls) {
  std::vector<Reached> after;
  std::set<Key> keys;
  const auto no_more =
      std::find_if(calls.begin(), calls.end(),
                   [](const Step& step) { return MakesAnything(*step.op); });
  for (const auto& [first, last] :
       {std::pair(calls.begin(), no_more), std::pair(no_more, calls.end())}) {
    for (const Reached& from : before) {
      for (auto step = first; step != last; ++step) {
        std::optional<Tensor> made = Made(*step, from.tensor);
        if (!made || !keys.insert(KeyOf(*made)).second) continue;
        after.push_back({from.start, std::move(*made)});
        after.back().start.steps.push_back(*step);
      }
    }
  }
  return after;
}

}  // namespace

std::vector<Start> StartsOf(const std::vector<Ints>& bases, const Calls& calls,
                            int64_t steps) {
  std::vector<Reached> reached;
  for (const Ints& sizes : bases) {
    reached.push_back({{sizes, {}}, MakeReferenceTensor({.sizes = sizes})});
  }
  const std::vector<Step> set_up = SetUpCalls(calls);
  for (int64_t step = 0; step < steps; ++step) reached = Grown(reached, set_up);
  std::vector<Start> starts;
  for (Reached& one : reached) starts.push_back(std::move(one.start));
  return starts;
}

}  // namespace viewproof
