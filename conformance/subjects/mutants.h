#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANTS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANTS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/mutant.h"
#include "conformance/subjects/subject.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The mutants that misread the specification, in the order of Touches.
const std::vector<Mutant>& Mutants();

// Axes in another order, for those who name a bug; no vector is owed to these.
const std::vector<Mutant>& AxisMutants();

// Returns what kernels get wrong in some steps: lost tails, narrowed numbers,
// gaps written, a copy for a view. Many show only on chosen sizes and values.
const std::vector<Mutant>& Effects();

// Returns whether `op` is one of those that the mutant touches.
bool IsTouched(const Op& op, const Mutant& mutant);

// Returns whether it refuses what is right, and does nothing else.
bool IsRefusal(const Mutant& mutant);

// Returns whether it says that a result is a copy, and so nothing of its
// strides.
bool SaysCopied(const Mutant& mutant);

// Returns whether it says of strides that they are wrong in a result.
bool IsOfStrides(const Mutant& mutant);

// Returns whether a touched op is known to answer every case with this bug as
// without it, so that no vector can kill the mutant.
bool IsEquivalent(const Op& op, const Mutant& mutant);

// Returns whether no element moves by this bug of a touched op, so that a
// comparison of elements, and of the strides between them, does not see it.
bool MovesNoElement(const Op& op, const Mutant& mutant);

// The reference in which `op` has this bug, and everything else is right.
std::unique_ptr<Subject> MakeMutant(const Mutant& mutant, const Op& op);

// Runs steps, some of them with a bug.
class MaskedBug {
 public:
  explicit MaskedBug(const Mutant& mutant);

  // Begins the next case: each of its steps k, from 0, whose bit is set in
  // `steps` has the bug. Requires: the mutant touches the ops of these steps.
  void Begin(uint32_t steps);
  std::optional<Answer<Tensor>> Answered(const Call<Tensor>& call);

  // Returns whether the bug said in all of these what comes out
  // (Outputs::told).
  bool told() const { return told_; }

 private:
  struct Earlier {
    const Op* op;
    Tensor operand;
    std::vector<Arg> args;
    std::vector<std::optional<Tensor>> tensors;
    Answer<Tensor> answer;
    std::vector<std::vector<std::byte>> bytes;  // Each copy's storage.
  };

  // Returns the first call of which something is kept for this one; null: there
  // is none.
  const Earlier* FirstOf(const Call<Tensor>& call) const;
  // Returns what the op answers with what is kept of that; without one what it
  // answers.
  std::optional<Answer<Tensor>> Remembered(const Call<Tensor>& call,
                                           bool wrong);
  // Requires: `first` was a call of the same op.
  std::optional<Answer<Tensor>> Reusing(const Call<Tensor>& call,
                                        const Earlier& first) const;

  std::optional<Answer<Tensor>> (*const answer_)(const Call<Tensor>& call);
  const Kept kept_;
  uint32_t steps_ = 0;
  bool told_ = true;
  std::vector<Earlier> earlier_;
};

// The reference with a bug in some steps of a case alone.
class MaskedMutant {
 public:
  explicit MaskedMutant(const Mutant& mutant);

  // Runs the case with the bug in the steps of MaskedBug::Begin; whether it was
  // told what comes out.
  bool Run(const Case& test, uint32_t steps, Reply& reply);

 private:
  MaskedBug bug_;
  void (*const show_)(Output& output);
  std::unique_ptr<Subject> subject_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANTS_H_
