#include "conformance/case/operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <variant>

#include "conformance/case/fill.h"
#include "conformance/case/ops.h"
#include "conformance/case/tensor_facts.h"

namespace viewproof {

Ints BroadcastAddresses(const Geometry& source, const Ints& sizes) {
  Geometry spread{sizes, Ints(sizes.size(), 0), source.offset};
  const std::size_t both = std::min(sizes.size(), source.sizes.size());
  for (std::size_t back = 1; back <= both; ++back) {
    const std::size_t from = source.sizes.size() - back;
    const std::size_t to = sizes.size() - back;
    if (source.sizes[from] == sizes[to]) {
      spread.strides[to] = source.strides[from];
    }
  }
  return AddressesOf(spread);
}

namespace {

const std::vector<Output>* OutputsOf(const Outcome& outcome) {
  return std::get_if<std::vector<Output>>(&outcome);
}

}  // namespace

std::vector<OutputRef> OperandsOf(const std::vector<Step>& chain,
                                  const std::vector<Outcome>& outcomes) {
  std::vector<OutputRef> operands;
  OutputRef current;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    operands.push_back(chain[k].on.value_or(current));
    if (k >= outcomes.size() || Observes(*chain[k].op)) continue;
    const std::vector<Output>* outputs = OutputsOf(outcomes[k]);
    if (outputs != nullptr && !outputs->empty()) {
      current = {static_cast<int64_t>(k) + 1, 0};
    }
  }
  return operands;
}

const Output* FindOutput(const std::vector<Outcome>& outcomes, OutputRef ref) {
  const auto step = static_cast<std::size_t>(ref.step);
  if (step == 0 || step > outcomes.size()) return nullptr;
  const std::vector<Output>* outputs = OutputsOf(outcomes[step - 1]);
  const auto output = static_cast<std::size_t>(ref.output);
  if (outputs == nullptr || output >= outputs->size()) return nullptr;
  return &(*outputs)[output];
}

DType DTypeOf(const Case& test, const std::vector<Outcome>& outcomes,
              OutputRef ref) {
  const Output* output = FindOutput(outcomes, ref);
  return output == nullptr ? test.base.dtype
                           : output->dtype.value_or(test.base.dtype);
}

DType DTypeOf(const Case& test, const std::vector<Outcome>& outcomes,
              const TensorArg& tensor) {
  const auto* literal = std::get_if<Literal>(&tensor);
  return literal != nullptr
             ? literal->dtype
             : DTypeOf(test, outcomes, std::get<OutputRef>(tensor));
}

Output ShownBase(const Base& base) {
  Output shown;
  shown.dtype = base.dtype;
  shown.sizes = FilledSizes(base);
  shown.strides = *ContiguousStrides(shown.sizes);
  shown.offset = 0;
  shown.contiguous = true;
  shown.storage = 0;
  if (base.fill == FillKind::kIota) {
    shown.values = ElementsOf({base.dtype, shown.sizes, std::nullopt});
  }
  return shown;
}

Output ShownAt(const Case& test, const std::vector<Outcome>& outcomes,
               OutputRef ref) {
  const Output* shown = FindOutput(outcomes, ref);
  return shown != nullptr ? *shown : ShownBase(test.base);
}

std::vector<Output> OperandsOf(const Case& test, const Reply& reply) {
  std::vector<Output> operands;
  for (const OutputRef& ref : OperandsOf(test.chain, reply.steps)) {
    operands.push_back(ShownAt(test, reply.steps, ref));
  }
  return operands;
}

Step WithShownLiterals(const Case& test, const std::vector<Outcome>& outcomes,
                       std::size_t k) {
  return WithLiterals(test.chain[k], [&](OutputRef ref) -> Literal {
    const Output* shown = FindOutput(outcomes, ref);
    if (shown == nullptr) return {test.base.dtype, FilledSizes(test.base), {}};
    return {shown->dtype.value_or(test.base.dtype), shown->sizes, {}};
  });
}

int64_t CallStepOf(const std::vector<Step>& chain) {
  const auto call = std::ranges::find_if(
      chain, [](const Step& step) { return step.op->call != nullptr; });
  return call == chain.end() ? 0 : call - chain.begin() + 1;
}

void DropUnspecified(const Case& test, std::vector<Outcome>& outcomes) {
  const std::size_t steps = std::min(test.chain.size(), outcomes.size());
  // How the operands of a kernel lie is no concern of its call.
  const bool has_call = CallStepOf(test.chain) > 0;
  for (std::size_t k = 0; k < steps; ++k) {
    auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr) continue;
    if (!has_call && (!HasFreeLayout(test.chain[k]) ||
                      !HasFreeLayout(WithShownLiterals(test, outcomes, k)))) {
      continue;
    }
    const CallFacts* call = test.chain[k].op->call;
    for (Output& output : *outputs) {
      output.strides.reset();
      output.offset.reset();
      output.contiguous.reset();
      if (call == nullptr) continue;
      output.storage = kFreshStorage;
      if (call->may_alias) output.storage.reset();
    }
  }
}

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
