#ifndef VIEWPROOF_CONFORMANCE_CASE_OPERANDS_H_
#define VIEWPROOF_CONFORMANCE_CASE_OPERANDS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/case.h"
#include "reference/core/geometry.h"

namespace viewproof {

// The addresses of `source` for each index of `sizes`, in row-major order. It
// broadcasts to them but for leading sizes of 1, which are left out.
Ints BroadcastAddresses(const Geometry& source, const Ints& sizes);

// The tensor that each step acts on, if the steps came out as `outcomes`.
std::vector<OutputRef> OperandsOf(const std::vector<Step>& chain,
                                  const std::vector<Outcome>& outcomes);

// The output that `ref` names; null for the base and for a tensor that does not
// exist.
const Output* FindOutput(const std::vector<Outcome>& outcomes, OutputRef ref);

// The dtype of the tensor that `ref` names, or the base's if the outcomes do
// not show it.
DType DTypeOf(const Case& test, const std::vector<Outcome>& outcomes,
              OutputRef ref);

// The dtype of a tensor that is an argument.
DType DTypeOf(const Case& test, const std::vector<Outcome>& outcomes,
              const TensorArg& tensor);

// The tensor that a write takes its elements from; null if it takes a number,
// or nothing, as zero_ does.
inline const TensorArg* SourceOf(const Step& write) {
  return write.args.empty() ? nullptr
                            : std::get_if<TensorArg>(&write.args.back());
}

// Returns whether the outcome has an output of which this holds.
template <typename Holds>
bool AnyOutput(const Outcome& outcome, Holds holds) {
  const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  return outputs != nullptr &&
         std::any_of(outputs->begin(), outputs->end(), holds);
}

// Returns whether an output of the outcome has a crc32.
inline bool HasDigest(const Outcome& outcome) {
  return AnyOutput(outcome,
                   [](const Output& o) { return o.crc32.has_value(); });
}

// Returns what a reply would show of a strided base; of its elements only iota.
Output ShownBase(const Base& base);

// Returns what the outcomes show of a tensor, which may be the base.
Output ShownAt(const Case& test, const std::vector<Outcome>& outcomes,
               OutputRef ref);

// Returns what `reply` shows of the tensor that each step of `test` acts on; of
// the base what its definition says. Requires: strides, offset and storage are
// shown, and every operand exists.
std::vector<Output> OperandsOf(const Case& test, const Reply& reply);

// Step `k` of the chain, with a literal of the dtype and sizes that the
// outcomes show in place of each tensor that its index names (index_facts.h).
Step WithShownLiterals(const Case& test, const std::vector<Outcome>& outcomes,
                       std::size_t k);

// The number of the step that calls a kernel, counted from 1; 0 if none does.
int64_t CallStepOf(const std::vector<Step>& chain);

// Removes from the outcomes of a case every fact that is unspecified.
void DropUnspecified(const Case& test, std::vector<Outcome>& outcomes);

// The tensors that the steps of a chain have dropped, read one after another.
class DroppedTensors {
 public:
  // Notes what the next step drops. Returns what is wrong with it, as field and
  // fault, if it names a dropped tensor or drops without `on`; else nothing.
  std::string See(const Step& step);

 private:
  // Steps by what they drop.
  std::map<std::pair<int64_t, int64_t>, int64_t> steps_;
  int64_t number_ = 0;  // The number of the last step.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_OPERANDS_H_
