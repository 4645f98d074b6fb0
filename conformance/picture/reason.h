#ifndef VIEWPROOF_CONFORMANCE_PICTURE_REASON_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_REASON_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/ops.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/wording.h"

// Why a step is refused or copies, in words, and what to do instead.
namespace viewproof {

// A step that is refused or copies, and the tensor that it acts on.
struct StepInQuestion {
  const Case& test;
  const std::vector<Outcome>& outcomes;
  const std::optional<PythonNames>& names;
  const Wording& wording;
  std::size_t k = 0;  // Counted from 0.
  OutputRef on = {};
  Output operand = {};

  const Step& step() const { return test.chain[k]; }
  std::string call() const { return wording.BareCallOf(k); }
  Geometry geometry() const {
    return {operand.sizes, operand.strides.value_or(Ints()),
            operand.offset.value_or(0)};
  }
  Wide item_size() const {
    return ItemSize(operand.dtype.value_or(test.base.dtype));
  }
};

// The sizes of the tensor that an argument is.
Ints SizesOf(const StepInQuestion& trouble, const TensorArg& tensor);

// The part of `on` that step `k` of the chain writes to: of setitem what its
// index names, of another write all of it. Nothing if there is none.
std::optional<Output> PartWritten(const Case& test, std::size_t k, OutputRef on,
                                  const Output& operand);

// Says why a step is refused whose error is not about the strides of a view:
// what of this tensor does not fit, and the rule.
void AddCause(const StepInQuestion& trouble, const ErrorReply& error,
              Reason& reason);

// Adds ways to get what `trouble` was refused with `error`, each run by the
// reference, the likeliest first.
void AddRepairs(const StepInQuestion& trouble, const ErrorReply& error,
                Reason& reason);

// The same of a view of these sizes that needs a copy.
void AddRepairsOfView(const StepInQuestion& trouble, const Ints& sizes,
                      Reason& reason);

// Tries steps in place of the one in trouble, and keeps what is accepted.
class Mender {
 public:
  Mender(const StepInQuestion& trouble, Reason& reason)
      : trouble_(trouble), reason_(reason) {}

  // Returns whether the reference takes the steps; then they are kept as a
  // repair with this effect, unless there are enough already.
  bool Try(std::vector<Step> steps, std::string effect);

  // The step in trouble after these steps on its operand.
  bool TryAfter(std::vector<Step> before, std::string effect);

  // The step in trouble with another argument.
  bool TryWith(std::size_t argument, Arg value, std::string effect);

  // The step in trouble with what `op` makes of the tensor that it writes; if
  // there is none, or `picks`, of the first tensor of its index.
  bool TryOnArgument(const Step& op, std::string effect, bool picks = false);

  const StepInQuestion& trouble() const { return trouble_; }
  const Step& step() const { return trouble_.step(); }
  const Ints& sizes() const { return trouble_.operand.sizes; }
  int64_t rank() const { return std::ssize(sizes()); }
  bool any() const { return !reason_.repairs.empty(); }

 private:
  const StepInQuestion& trouble_;
  Reason& reason_;
};

// A step on the tensor before it.
Step StepOf(const char* op, std::vector<Arg> args = {});

// The place of the op's parameter of that name.
inline std::optional<std::size_t> ParameterCalled(const Step& step,
                                                  std::string_view name) {
  for (std::size_t k = 0; k < step.op->parameters.size(); ++k) {
    if (step.op->parameters[k].name == name) return k;
  }
  return std::nullopt;
}

// The argument of that name, if it is of this type.
template <typename T>
const T* ArgumentCalled(const Step& step, std::string_view name) {
  const auto place = ParameterCalled(step, name);
  return place ? std::get_if<T>(&step.args[*place]) : nullptr;
}

// The size of the dimension that the argument `name` names.
inline std::optional<int64_t> SizeAlong(const Mender& mender,
                                        std::string_view name) {
  const auto* dim = ArgumentCalled<int64_t>(mender.step(), name);
  if (dim == nullptr || mender.rank() == 0) return std::nullopt;
  const int64_t d = *dim < 0 ? *dim + mender.rank() : *dim;
  if (d < 0 || d >= mender.rank()) return std::nullopt;
  return mender.sizes()[static_cast<std::size_t>(d)];
}

// Ways out of sizes, and numbers of dimensions, that do not fit, and of a
// number that expand does not take.
void MendSize(Mender& mender);
void MendRank(Mender& mender);
void MendExpandOf(Mender& mender);

// Returns why the first step that was refused was, or else why the first step
// that may give a view gave a copy. Nothing if there is no such step.
std::optional<Reason> ReasonOf(const Case& test,
                               const std::vector<Outcome>& outcomes,
                               const std::optional<PythonNames>& names);

// The outcomes of a case as the reference runs it. A base may be of any size
// here: where it, or a copy, is too large for the reference, sizes and strides
// alone are calculated. Throws BadInput naming the step of which that is not
// enough.
std::vector<Outcome> OutcomesOf(const Case& test);

// The same, or that text, without an exception.
std::variant<std::vector<Outcome>, std::string> FindOutcomes(const Case& test);

// Returns whether the reference can hold the tensors that the chain does not
// make of others.
bool IsSmall(const Case& test);

// Returns what the last step of a chain gives and why, as sentences: a view or
// a copy, the tensor itself, what a write reaches, what a question is answered.
// Nothing if a step is refused, or if strides are not told.
std::vector<std::string> VerdictOf(const Case& test,
                                   const std::vector<Outcome>& outcomes,
                                   const Wording& wording);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_REASON_H_
