#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_H_

#include <optional>
#include <string_view>

#include "conformance/case/case.h"
#include "conformance/subjects/bind.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The ops that a mutant makes wrong. Closed.
enum class Touches {
  kTensors,    // Ops that give tensors.
  kViews,      // Ops that view, even where they could copy.
  kPureViews,  // Ops that must view.
  kCopies,     // Ops that copy, or may copy.
  kChoices,    // Ops that return their operand, a view or a copy.
  kLists,      // Ops that give a list.
  kUneven,     // Ops that give a list whose last output may be smaller.
  kWrites,     // Ops that write.
  kSources,    // Ops that write what a tensor holds.
  kQueries,    // Ops that answer true or false.
  kOperands,   // Ops that use their operand: all of them but drop.
  kScalars,    // Ops that may use a 0-d operand.
  kToScalars,  // Ops that may give a 0-d tensor.
  kErrors,     // Ops that can refuse; the caller knows which these are.
  kDims,       // Ops that take dimension numbers.
  kSigned,     // Ops that take a number that may be negative, and is no size.
  kIntegers,   // Ops that take any integer.
  kNulls,      // Ops that take a number or null.
  kSizes,      // Ops that take sizes and infer one.
  kTwins,      // Whose last two arguments are of one type.
  kIndexes,    // Ops that take an index.
};

// A bug keeps this of the first call of the op on an operand of these sizes and
// this dtype, but for the last ones, and uses it in a later one.
enum class Kept {
  kNothing,
  kAnswer,
  kArguments,
  kGeometry,  // That of each result.
  kElements,  // Those of each copy.
  kBuffer,    // The storage of each copy, which is written again.

  // These are kept of the first call with equal arguments on this dtype.
  kContents,   // The elements of tensors among the arguments.
  kOffset,     // How far from its operand each view begins.
  kBroadcast,  // The source, broadcast to the sizes of the first target.
};

// A deliberate bug that any of several ops of the reference can have. If the
// bug would read outside of a storage, the step is refused as out_of_bounds.
struct Mutant {
  std::string_view name;
  std::string_view op;        // The only op that can have it, or "*".
  Touches touches;            // The ops that can have it, where op is "*".
  std::string_view sentence;  // Holds what goes wrong.
  // One of these: a wrapper round the binding (nothing: too large), a change of
  // what the reply shows, or what is kept.
  std::optional<Answer<Tensor>> (*answer)(const Call<Tensor>& call) = nullptr;
  void (*show)(Output& output) = nullptr;
  Kept kept = Kept::kNothing;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_H_
