#include "conformance/case/index_facts.h"

#include <algorithm>
#include <cstddef>

#include "conformance/case/ops.h"

namespace viewproof {
const Index<Literal>* IndexOf(const Step& step) {
  for (const Arg& arg : step.args) {
    if (const auto* index = std::get_if<Index<Literal>>(&arg)) return index;
  }
  return nullptr;
}

bool IsAdvanced(const Index<Literal>& index) {
  return std::any_of(index.begin(), index.end(), [](const auto& item) {
    const auto* literal = std::get_if<Literal>(&item);
    if (literal == nullptr) return std::holds_alternative<bool>(item);
    return !literal->sizes.empty() || !IsSignedInteger(literal->dtype);
  });
}

OpKind KindOf(const Step& step) {
  if (step.op->kind != OpKind::kByIndex) return step.op->kind;
  return IsAdvanced(*IndexOf(step)) ? OpKind::kCopy : OpKind::kView;
}

bool HasFreeLayout(const Step& step) {
  return step.op->kind == OpKind::kByIndex && KindOf(step) == OpKind::kCopy;
}

bool NeedsNoStrides(const Step& step) {
  return step.op->kind == OpKind::kWrite || Observes(*step.op) ||
         HasFreeLayout(step);
}

bool SuitsEveryDType(const Step& step) {
  return step.op->profile != Profile::kComplex &&
         step.op->kind != OpKind::kWrite && !HasFreeLayout(step);
}

void DropUnspecified(const std::vector<Step>& chain,
                     std::vector<Outcome>& outcomes) {
  for (std::size_t k = 0; k < std::min(chain.size(), outcomes.size()); ++k) {
    auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr || !HasFreeLayout(chain[k])) continue;
    for (Output& output : *outputs) {
      output.strides.reset();
      output.offset.reset();
      output.contiguous.reset();
    }
  }
}

}  // namespace viewproof
