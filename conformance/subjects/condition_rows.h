#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITION_ROWS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITION_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "conformance/case/ops.h"
#include "conformance/subjects/conditions.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Conditions that differ in their number alone.
struct ConditionRow {
  std::string_view words;  // "{}" is where the number is written.
  Of of;
  What what;
  Comparison comparison = Comparison::kIs;
  std::vector<int64_t> numbers = {1};
  bool (*of_tensor)(const TensorFacts&, const Condition&) = nullptr;
  bool (*of_step)(const StepFacts&, const Condition&) = nullptr;
  bool of_headers = false;
  Condition::Operand operand = {};
  bool (*can_hold)(const Op&, std::string_view kernel) =
      [](const Op&, std::string_view) { return true; };
};

using OfTensor = bool (*)(const TensorFacts&, const Condition&);

// Compares a property of one tensor.
template <auto property>
bool Its(const TensorFacts& t, const Condition& condition) {
  return condition.Admits(static_cast<int64_t>(std::invoke(property, t)));
}

// A row of a property of the operand.
ConditionRow OperandRow(std::string_view words, What what, OfTensor of_tensor,
                        bool of_headers = false,
                        Condition::Operand operand = {},
                        Comparison comparison = Comparison::kIs,
                        std::vector<int64_t> numbers = {1});

// Those of a source beside a target, of indexes and of numbers.
std::vector<ConditionRow> RowsOfArguments();

// Those of counts at which kernels split their work or count anew, and of
// products that exceed a word though each size fits.
std::vector<ConditionRow> RowsOfCounts();

// Those of what ran before.
std::vector<ConditionRow> RowsOfHistories();

// Returns whether conditions of lists of outputs can hold of a kernel.
bool GivesList(const Op& op, std::string_view kernel);

// Returns what conditions say of one tensor.

inline const Ints& Sizes(const TensorFacts& t) { return t.shown.sizes; }
const Ints& Strides(const TensorFacts& t);
// Returns whether its strides are known and say where an element lies.
inline bool HasStrides(const TensorFacts& t) {
  return t.shown.strides && t.numel > 0;
}
inline bool IsContiguous(const TensorFacts& t) {
  return t.shown.contiguous.value_or(true);
}
// Dimensions above size 1, from the first to the last.
std::vector<std::size_t> LongDims(const TensorFacts& t);
// The first dimension is the fastest, without a gap.
bool IsColumnMajor(const TensorFacts& t);
// Its elements lie between others of the storage.
bool HasGaps(const TensorFacts& t);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITION_ROWS_H_
