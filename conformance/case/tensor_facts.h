#ifndef VIEWPROOF_CONFORMANCE_CASE_TENSOR_FACTS_H_
#define VIEWPROOF_CONFORMANCE_CASE_TENSOR_FACTS_H_

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "conformance/case/case.h"
#include "reference/index/index.h"

namespace viewproof {

// The literal that an item of an index is; null if it is none.
inline const Literal* LiteralOf(const IndexItem<TensorArg>& item) {
  const auto* tensor = std::get_if<TensorArg>(&item);
  return tensor == nullptr ? nullptr : std::get_if<Literal>(tensor);
}

// Calls visit(ref, field) for every tensor of the case that a step names: in
// `on`, as an argument or as an item of its index.
template <typename AnyStep, typename Visit>
void ForEachRef(AnyStep& step, Visit visit) {
  if (step.on) visit(*step.on, std::string_view("on"));
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    const std::string_view field = step.op->parameters[k].name;
    if (auto* tensor = std::get_if<TensorArg>(&step.args[k])) {
      if (auto* ref = std::get_if<OutputRef>(tensor)) visit(*ref, field);
    } else if (auto* index = std::get_if<Index<TensorArg>>(&step.args[k])) {
      for (auto& item : *index) {
        auto* named = std::get_if<TensorArg>(&item);
        auto* ref = named == nullptr ? nullptr : std::get_if<OutputRef>(named);
        if (ref != nullptr) visit(*ref, field);
      }
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
    } else if (const auto* index = std::get_if<Index<TensorArg>>(&arg)) {
      for (const IndexItem<TensorArg>& item : *index) {
        if (const Literal* literal = LiteralOf(item)) visit(*literal);
      }
    }
  }
}

// The index with each tensor replaced by make(tensor), a TensorArg.
template <typename T, typename Make>
Index<T> WithTensors(const Index<TensorArg>& index, Make make) {
  Index<T> made;
  for (const IndexItem<TensorArg>& item : index) {
    made.push_back(std::visit(
        [&make](const auto& i) -> IndexItem<T> {
          if constexpr (std::is_same_v<decltype(i), const TensorArg&>) {
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
const Index<TensorArg>* IndexOf(const Step& step);

// Returns whether an item of the step's index names a tensor of the case.
bool NamesIndexTensors(const Step& step);

// The step with literal(ref) in place of each tensor that its index names.
template <typename Make>
Step WithLiterals(Step step, Make literal) {
  for (Arg& arg : step.args) {
    auto* index = std::get_if<Index<TensorArg>>(&arg);
    if (index == nullptr) continue;
    for (IndexItem<TensorArg>& item : *index) {
      auto* tensor = std::get_if<TensorArg>(&item);
      auto* ref = tensor == nullptr ? nullptr : std::get_if<OutputRef>(tensor);
      if (ref != nullptr) item = TensorArg(Literal(literal(*ref)));
    }
  }
  return step;
}

// Returns whether an index has an advanced item (spec: index.d6). Here and
// below, a tensor of the case counts as one: whether it is a number is for
// WithLiterals() to find out.
bool IsAdvanced(const Index<TensorArg>& index);

// The kind of the step's op. Never kByIndex, but kView or kCopy, as the step's
// index decides.
OpKind KindOf(const Step& step);

// Returns whether strides, offset and contiguity of the outputs of the step are
// unspecified (spec: getitem.u1, call.u1).
bool HasFreeLayout(const Step& step);

// Returns whether the strides of its operand do not change the outcome of the
// step.
bool NeedsNoStrides(const Step& step);

// Returns whether the outcome of the step is specified on a tensor of every
// dtype, also of one that no base has (spec: dtype.u2).
bool SuitsEveryDType(const Step& step);

// Returns what is wrong with a base, whatever its number of elements; empty if
// nothing is.
std::string_view FaultOf(const Base& base);
// The indices of a sparse base: int64, [sparse dimensions, entries].
Literal IndicesOf(const Coo& coo);

// Returns whether a step on `operand` needs the base to be strided, and it is
// sparse. No subject is asked to run such a step.
bool MisusesSparse(const Base& base, const Step& step, OutputRef operand);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_TENSOR_FACTS_H_
