#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANTS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANTS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/subject.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The ops that a mutant makes wrong. Closed.
enum class Touches {
  kTensors,    // That give tensors.
  kViews,      // That view, even where they could copy.
  kPureViews,  // That must view.
  kCopies,     // That copy, or may copy.
  kChoices,    // That return their operand, a view or a copy.
  kLists,      // That give a list.
  kUneven,     // That give a list whose last output may be smaller.
  kWrites,     // That write.
  kQueries,    // That answer true or false.
  kOperands,   // That use their operand: all of them but drop.
  kScalars,    // That may use a 0-d operand.
  kToScalars,  // That may give a 0-d tensor.
  kErrors,     // That can refuse; the caller knows which these are.
  kDims,       // That take dimension numbers.
  kSigned,     // That take a number that may be negative, and is no size.
  kIntegers,   // That take any integer.
  kNulls,      // That take a number or null.
  kSizes,      // That take sizes and infer one.
  kTwins,      // Whose last two arguments are of one type.
  kIndexes,    // That take an index.
};

// A deliberate bug that any of several ops of the reference can have. If the
// bug would read outside of a storage, the step is refused as out_of_bounds.
struct Mutant {
  std::string_view name;
  std::string_view op;        // The only op that can have it, or "*".
  Touches touches;            // The ops that can have it, where op is "*".
  std::string_view sentence;  // What goes wrong.
  // One of these: a wrapper round the binding (nothing: too large), a change of
  // what the reply shows, or what the op answered first on an operand of the
  // same sizes and dtype.
  std::optional<Answer<Tensor>> (*answer)(const Call<Tensor>& call) = nullptr;
  void (*show)(Output& output) = nullptr;
  bool is_earlier = false;
};

// The mutants that misread the specification, in the order of Touches.
const std::vector<Mutant>& Mutants();

// Axes in another order, for those who name a bug; no vector is owed to these.
const std::vector<Mutant>& AxisMutants();

// What kernels get wrong in some steps: lost tails, narrowed numbers, gaps
// written, a copy for a view. Many show only on chosen sizes and values.
const std::vector<Mutant>& Effects();

// Whether `op` is one of those that the mutant touches.
bool IsTouched(const Op& op, const Mutant& mutant);

// Whether it refuses what is right, and does nothing else.
bool IsRefusal(const Mutant& mutant);

// Whether it says that a result is a copy, and so nothing of its strides.
bool SaysCopied(const Mutant& mutant);

// Whether it says of strides that they are wrong in a result.
bool IsOfStrides(const Mutant& mutant);

// Whether a touched op is known to answer every case with this bug as without
// it, so that no vector can kill the mutant.
bool IsEquivalent(const Op& op, const Mutant& mutant);

// Whether no element moves by this bug of a touched op, so that a comparison of
// elements, and of the strides between them, does not see it.
bool MovesNoElement(const Op& op, const Mutant& mutant);

// The reference in which `op` has this bug, and everything else is right.
std::unique_ptr<Subject> MakeMutant(const Mutant& mutant, const Op& op);

// Runs steps, some of them with a bug.
class MaskedBug {
 public:
  explicit MaskedBug(const Mutant& mutant);

  // Of the next case, each step k, from 0, whose bit is set in `steps` has the
  // bug. Requires: the mutant touches the ops of these steps.
  void Begin(uint32_t steps);
  std::optional<Answer<Tensor>> Answered(const Call<Tensor>& call);

  // Whether the bug said in all of these what comes out (Outputs::told).
  bool told() const { return told_; }

 private:
  struct Earlier {
    const Op* op;
    Ints sizes;
    DType dtype;
    Answer<Tensor> answer;
  };

  // What the op answered before to a call on the same sizes and dtype; else
  // what it answers.
  Answer<Tensor> Remembered(const Call<Tensor>& call, bool wrong);

  std::optional<Answer<Tensor>> (*const answer_)(const Call<Tensor>& call);
  const bool is_earlier_;
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
