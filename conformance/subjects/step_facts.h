#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_STEP_FACTS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_STEP_FACTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

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
  TensorFacts operand;
  std::vector<TensorFacts> named;    // Tensor arguments, literals included.
  std::vector<Literal> picks;        // Index tensors and masks, as they are.
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
};

// The facts of every step that the reference answered. Requires: `reply` is the
// reference's.
std::vector<StepFacts> FactsOf(const Case& test, const Reply& reply);

// The name of the op under which bugs of this step are counted: of getitem and
// setitem "getitem basic", "getitem tensors", "getitem mask", "getitem mixed",
// for they are four kernels; of other ops the op's own.
std::string KernelOf(const Step& step);

// Every such name of an op.
std::vector<std::string> KernelsOf(const Op& op);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_STEP_FACTS_H_
