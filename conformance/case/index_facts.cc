#include "conformance/case/index_facts.h"

#include <algorithm>
#include <cstddef>

#include "conformance/case/ops.h"

namespace viewproof {
const Index<TensorArg>* IndexOf(const Step& step) {
  for (const Arg& arg : step.args) {
    if (const auto* index = std::get_if<Index<TensorArg>>(&arg)) return index;
  }
  return nullptr;
}

bool NamesIndexTensors(const Step& step) {
  const Index<TensorArg>* index = IndexOf(step);
  return index != nullptr &&
         std::any_of(index->begin(), index->end(), [](const auto& item) {
           return std::holds_alternative<TensorArg>(item) &&
                  LiteralOf(item) == nullptr;
         });
}

bool IsAdvanced(const Index<TensorArg>& index) {
  return std::any_of(index.begin(), index.end(), [](const auto& item) {
    const Literal* literal = LiteralOf(item);
    if (literal == nullptr) {
      return std::holds_alternative<bool>(item) ||
             std::holds_alternative<TensorArg>(item);
    }
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

}  // namespace viewproof
