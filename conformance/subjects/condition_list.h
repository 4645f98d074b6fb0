#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITION_LIST_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITION_LIST_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/ops.h"
#include "conformance/subjects/conditions.h"
#include "reference/core/geometry.h"

namespace viewproof {

// What conditions say of one tensor.

inline const Ints& Sizes(const TensorFacts& t) { return t.shown.sizes; }
const Ints& Strides(const TensorFacts& t);
// Whether its strides are known and say where an element lies.
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

// Which kernels a condition can hold of.

inline bool Any(const Op&, std::string_view) { return true; }
inline bool MakesTensors(const Op& op, std::string_view) {
  return op.kind != OpKind::kWrite && op.kind != OpKind::kQuery &&
         op.kind != OpKind::kForget;
}

// Collects conditions.
class List {
 public:
  // The kernels of the conditions that are added next.
  void For(bool (*can_hold)(const Op& op, std::string_view kernel)) {
    can_hold_ = can_hold;
  }

  template <typename Holds>
  void Add(std::string name, Holds holds, bool of_headers = false,
           Condition::Operand operand = {}) {
    conditions_.push_back({.name = std::move(name),
                           .holds = std::move(holds),
                           .can_hold = can_hold_,
                           .of_headers = of_headers,
                           .operand = operand});
  }

  // The same of the operand, and of a result.
  template <typename Holds>
  void AddOfBoth(const std::string& name, Holds holds, bool of_headers = false,
                 Condition::Operand operand = {}) {
    Add(
        "operand: " + name,
        [holds](const StepFacts& f) { return holds(f.operand); }, of_headers,
        operand);
    const auto kernels = std::exchange(can_hold_, &MakesTensors);
    Add(
        "result: " + name,
        [holds](const StepFacts& f) {
          return std::any_of(f.results.begin(), f.results.end(), holds);
        },
        of_headers);
    can_hold_ = kernels;
  }

  std::vector<Condition> Take() { return std::move(conditions_); }

 private:
  std::vector<Condition> conditions_;
  bool (*can_hold_)(const Op& op, std::string_view kernel) = &Any;
};

// Conditions of a source beside a target, of indexes and of numbers.
void AddConditionsOfArguments(List& list);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITION_LIST_H_
