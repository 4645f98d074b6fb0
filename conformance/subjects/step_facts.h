#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_STEP_FACTS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_STEP_FACTS_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// Says what ran before a step, or between its result and a look at that.
enum class History {
  kAgain,          // The very call.
  kOwnWrite,       // The call, then a write to its operand.
  kOtherWrite,     // The call, then a write through another tensor.
  kRefusal,        // What was refused, on the same operand.
  kOtherStorage,   // The call on such a tensor of another storage.
  kOtherArgument,  // The op on such a tensor, with other arguments.
  kReadLate,       // Its copy is read after its operand was written.
  kThird,          // The call twice; or the operand is made by two.
  kSecondList,     // The op made a list of outputs of the same operand.
  kSourceWritten,  // The call, then a write to a tensor that it reads.
  kIndexWritten,   // The call, then a write to an index tensor of it.
  kMaskWritten,    // The same with a mask.
  kOtherSizes,     // With equal arguments, on other sizes of the same storage.
  kOwnRefusal,     // The op was refused, on a tensor of the same storage.
};
inline constexpr std::array kHistories = {
    History::kAgain,         History::kOwnWrite,     History::kOtherWrite,
    History::kRefusal,       History::kOtherStorage, History::kOtherArgument,
    History::kReadLate,      History::kThird,        History::kSecondList,
    History::kSourceWritten, History::kIndexWritten, History::kMaskWritten,
    History::kOtherSizes,    History::kOwnRefusal};

// "called again after a write through another view"
std::string_view Name(History history);

// A tensor of a chain, and what its storage looks like.
struct TensorFacts {
  Output shown;  // It is as the reference shows it.
  int64_t numel = 0;
  int64_t storage_numel = 0;  // Elements of its dtype that the storage holds.
  int64_t end = 0;            // The address after its last element; 0: empty.
  bool overlaps = false;      // Two of its indices have one address.

  int64_t rank() const { return static_cast<int64_t>(shown.sizes.size()); }
};

// Holds what can be said of one step of a chain: its operand, its arguments,
// the tensors that they name, its result as the reference gives it, and what
// happened before it.
struct StepFacts {
  const Step* step = nullptr;
  bool succeeded = false;  // It ran, and was not refused.
  TensorFacts operand;
  std::vector<TensorFacts> named;    // Tensor arguments, literals included.
  std::vector<Literal> picks;        // Index tensors and masks, as they are.
  std::vector<TensorFacts> indexes;  // Their facts.
  std::vector<TensorFacts> results;  // Facts of views and copies.
  int64_t depth = 0;  // Says how many views the operand is away from the tensor
                      // that brought its storage.
  bool written_since = false;    // Its storage was written after it was made.
  bool written_itself = false;   // An earlier step wrote to the operand itself.
  bool has_sibling = false;      // Another view of its storage was made before.
  bool gaps_read_later = false;  // A later read sees elements between its own.
  bool same_call_before = false;  // The op was called before on the same sizes
                                  // and dtype, but on other strides, at
                                  // another offset or with other arguments.
  uint32_t histories = 0;         // Bit per History.

  bool Has(History history) const {
    return (histories >> static_cast<int>(history) & 1U) != 0;
  }
};

// The facts of every step that the reference answered. Requires: `reply` is the
// reference's.
std::vector<StepFacts> FactsOf(const Case& test, const Reply& reply);

// The name of the op under which bugs of this step are counted: of getitem and
// setitem "getitem basic", "getitem tensors", "getitem mask", "getitem mixed",
// for they are four kernels; of other ops the op's own.
std::string KernelOf(const Step& step);

// The op of such a name.
const Op& OpOfKernel(std::string_view kernel);

// Every such name of an op.
std::vector<std::string> KernelsOf(const Op& op);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_STEP_FACTS_H_
