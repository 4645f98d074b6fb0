#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

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
  if (step.op->call != nullptr) return true;
  return step.op->kind == OpKind::kByIndex && KindOf(step) == OpKind::kCopy;
}

bool NeedsNoStrides(const Step& step) {
  return step.op->kind == OpKind::kWrite || Observes(*step.op) ||
         HasFreeLayout(step);
}

bool SuitsEveryDType(const Step& step) {
  return !step.op->of_base_dtypes && step.op->profile != Profile::kComplex &&
         step.op->kind != OpKind::kWrite && !HasFreeLayout(step);
}

std::string_view FaultOf(const Base& base) {
  if (std::any_of(base.sizes.begin(), base.sizes.end(),
                  [](int64_t size) { return size < 0; })) {
    return "a size is negative";
  }
  if (!Numel(base.sizes) || !ContiguousStrides(base.sizes)) {
    return "its elements or its strides exceed int64";
  }
  if (!base.coo) return {};
  const std::vector<Ints>& indices = base.coo->indices;
  if (base.fill != FillKind::kIota) return "a sparse base holds iota";
  if (indices.empty() || indices.size() > base.sizes.size()) {
    return "expected a list of numbers for 1 to all dimensions";
  }
  for (std::size_t d = 0; d < indices.size(); ++d) {
    if (indices[d].size() != indices[0].size()) return "lists of two lengths";
    for (const int64_t number : indices[d]) {
      if (number < 0 || number >= base.sizes[d]) return "a number out of range";
    }
  }
  if (!base.coo->coalesced) return {};
  std::vector<Ints> places(indices[0].size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    for (const Ints& dimension : indices) places[k].push_back(dimension[k]);
    if (k > 0 && places[k] <= places[k - 1]) return "not sorted: not coalesced";
  }
  return {};
}

Literal IndicesOf(const Coo& coo) {
  Literal made{DType::kInt64,
               {std::ssize(coo.indices), std::ssize(coo.indices.front())},
               Values()};
  for (const Ints& dimension : coo.indices) {
    for (const int64_t number : dimension) {
      made.values->list.push_back(Whole(number));
    }
  }
  return made;
}

bool MisusesSparse(const Base& base, const Step& step, OutputRef operand) {
  if (!base.coo) return false;
  if (operand == OutputRef() && step.op->profile != Profile::kSparse) {
    return true;
  }
  bool names_base = false;
  ForEachRef(step, [&](OutputRef ref, std::string_view field) {
    names_base |= field != "on" && ref == OutputRef();
  });
  return names_base;
}

}  // namespace viewproof
