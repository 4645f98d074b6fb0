#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITION_LIST_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITION_LIST_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/ops.h"
#include "conformance/subjects/step_facts.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Holds what a backend's kernel may be right only for: a bug with a condition
// shows in the steps where this holds.
struct Condition {
  // Bounds on the operand that the condition implies.
  struct Operand {
    int64_t least_rank = 0;
    int64_t most_rank = INT64_MAX;
    std::optional<bool> contiguous = std::nullopt;
  };

  std::string name;  // "operand: rank >= 3", "result: a size of 7"
  std::function<bool(const StepFacts&)> holds;
  // Returns whether it can hold of a step of this kernel, as far as the row
  // says.
  std::function<bool(const Op&, std::string_view kernel)> can_hold;
  bool of_headers = false;  // Also for ops that make headers alone.
  bool twice = false;       // Two families must kill bugs that move elements.
  Operand operand = {};
  // A pair has the numbers of its two conditions, which hold both.
  std::optional<std::pair<std::size_t, std::size_t>> both = std::nullopt;
};

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

// Returns which kernels a condition can hold of.

inline bool Any(const Op&, std::string_view) { return true; }
inline bool MakesTensors(const Op& op, std::string_view) {
  return op.kind != OpKind::kWrite && op.kind != OpKind::kQuery &&
         op.kind != OpKind::kForget;
}

// Collects conditions.
class ConditionList {
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
void AddConditionsOfArguments(ConditionList& list);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITION_LIST_H_
