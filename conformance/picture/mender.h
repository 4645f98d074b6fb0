#ifndef VIEWPROOF_CONFORMANCE_PICTURE_MENDER_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_MENDER_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/ops.h"
#include "conformance/picture/step_in_question.h"

namespace viewproof {

// Tries steps in place of the one in trouble, and keeps what is accepted.
class Mender {
 public:
  Mender(const StepInQuestion& trouble, Reason& reason)
      : trouble_(trouble), reason_(reason) {}

  // Whether the reference takes the steps; then they are kept as a repair with
  // this effect, unless there are enough already.
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

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_MENDER_H_
