#ifndef VIEWPROOF_CONFORMANCE_CASE_INDEX_FACTS_H_
#define VIEWPROOF_CONFORMANCE_CASE_INDEX_FACTS_H_

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "conformance/case/case.h"
#include "reference/index/index.h"

namespace viewproof {

// Calls visit(ref, field) for every tensor of the case that a step names: in
// `on`, or as an argument.
template <typename AnyStep, typename Visit>
void ForEachRef(AnyStep& step, Visit visit) {
  if (step.on) visit(*step.on, std::string_view("on"));
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    const std::string_view field = step.op->parameters[k].name;
    if (auto* tensor = std::get_if<TensorArg>(&step.args[k])) {
      if (auto* ref = std::get_if<OutputRef>(tensor)) visit(*ref, field);
    }
  }
}

// Calls visit(literal) for every literal among the arguments of a step, those
// of its index included.
template <typename Visit>
void ForEachLiteral(const Step& step, Visit visit) {
  for (const Arg& arg : step.args) {
    if (const auto* tensor = std::get_if<TensorArg>(&arg)) {
      if (const auto* literal = std::get_if<Literal>(tensor)) visit(*literal);
    } else if (const auto* index = std::get_if<Index<Literal>>(&arg)) {
      for (const IndexItem<Literal>& item : *index) {
        if (const auto* literal = std::get_if<Literal>(&item)) visit(*literal);
      }
    }
  }
}

// The index with each literal replaced by make(literal).
template <typename T, typename Make>
Index<T> WithTensors(const Index<Literal>& index, Make make) {
  Index<T> made;
  for (const IndexItem<Literal>& item : index) {
    made.push_back(std::visit(
        [&make](const auto& i) -> IndexItem<T> {
          if constexpr (std::is_same_v<decltype(i), const Literal&>) {
            return make(i);
          } else {
            return i;
          }
        },
        item));
  }
  return made;
}

// The index of a step; null if its op takes none.
const Index<Literal>* IndexOf(const Step& step);

// Whether an index has an advanced item (spec: index.d6).
bool IsAdvanced(const Index<Literal>& index);

// The kind of the step's op. Never kByIndex, but kView or kCopy, as the step's
// index decides.
OpKind KindOf(const Step& step);

// Whether strides, offset and contiguity of the outputs of the step are
// unspecified (spec: getitem.u1).
bool HasFreeLayout(const Step& step);

// Whether the strides of its operand do not change the outcome of the step.
bool NeedsNoStrides(const Step& step);

// Whether the outcome of the step is specified on a tensor of every dtype,
// also of one that no base has (spec: dtype.u2).
bool SuitsEveryDType(const Step& step);

// Removes from the outcomes of a chain every fact that is unspecified.
void DropUnspecified(const std::vector<Step>& chain,
                     std::vector<Outcome>& outcomes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_INDEX_FACTS_H_
