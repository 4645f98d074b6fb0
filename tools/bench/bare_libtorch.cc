#include "tools/bench/bare_libtorch.h"

#include "conformance/subjects/libtorch_tensor.h"

#if VIEWPROOF_HAVE_LIBTORCH

#include <c10/core/InferenceMode.h>

#include <array>
#include <exception>
#include <variant>
#include <vector>

#include "conformance/case/fill.h"

namespace viewproof {

bool RunBareLibtorch(const Case& test) {
  MakeThreadQuick();
  const c10::InferenceMode mode;
  std::vector<std::vector<at::Tensor>> made = {
      {Lift<at::Tensor>::Make(test.base, Names(test, DType::kBool))}};
  const at::Tensor* current = &made[0][0];
  const auto find = [&](OutputRef ref) { return &made[ref.step][ref.output]; };
  for (const Step& step : test.chain) {
    const at::Tensor* operand = step.on ? find(*step.on) : current;
    made.emplace_back();
    if (Observes(*step.op)) {
      Output shown;
      Lift<at::Tensor>::ShowValues(*operand, test.base.fill, shown);
      continue;
    }
    at::Tensor literal;
    std::array<const at::Tensor*, 4> named{};
    for (std::size_t k = 0; k < step.args.size(); ++k) {
      const auto* arg = std::get_if<TensorArg>(&step.args[k]);
      if (arg == nullptr) continue;
      const auto* ref = std::get_if<OutputRef>(arg);
      if (ref == nullptr) {
        literal = Lift<at::Tensor>::Make(std::get<Literal>(*arg));
      }
      named[k] = ref == nullptr ? &literal : find(*ref);
    }
    try {
      const auto answer =
          LibtorchBindings().Find(*step.op)->Make(*operand, step.args, named);
      const auto* outputs = std::get_if<Outputs<at::Tensor>>(&answer);
      if (outputs == nullptr || outputs->tensors.empty()) continue;
      for (const at::Tensor& output : outputs->tensors) {
        Output shown;
        Lift<at::Tensor>::Show(output, test.base.fill, shown);
      }
      made.back() = outputs->tensors;
      current = &made.back()[0];
    } catch (const std::exception& exception) {
      [[maybe_unused]] const ErrorReply error = ErrorOf(*step.op, exception);
    }
  }
  return true;
}

}  // namespace viewproof

#else

namespace viewproof {

bool RunBareLibtorch(const Case&) { return false; }

}  // namespace viewproof

#endif
