#include "conformance/laws/storage.h"

#include <fmt/format.h>

#include <cstddef>
#include <variant>
#include <vector>

#include "conformance/case/operands.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace {

// A sparse base is made with two: of its values (0) and of its indices (1).
bool LiesOnTheBase(const Base& base, int64_t storage) {
  return storage == 0 || (base.coo && storage == 1);
}

// Returns whether both are one tensor; `operand` is null for the base.
bool IsItself(const Output& shown, const Output* operand) {
  return operand == nullptr ||
         (shown.dtype == operand->dtype && shown.sizes == operand->sizes &&
          shown.strides == operand->strides &&
          shown.offset == operand->offset && shown.conj == operand->conj &&
          shown.neg == operand->neg);
}

}  // namespace

std::string BreaksStorage(const Case& test, Subject& subject) {
  Reply reply;
  subject.Run(test, reply);
  const std::vector<OutputRef> operands = OperandsOf(test.chain, reply.steps);
  for (std::size_t k = 0; k < reply.steps.size(); ++k) {
    const auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
    if (outputs == nullptr ||
        KindOf(WithShownLiterals(test, reply.steps, k)) != OpKind::kView) {
      continue;
    }
    const Output* operand = FindOutput(reply.steps, operands[k]);
    for (const Output& shown : *outputs) {
      const bool shares = operand == nullptr
                              ? LiesOnTheBase(test.base, *shown.storage)
                              : shown.storage == operand->storage;
      if (shares && (!shown.self || IsItself(shown, operand))) continue;
      return fmt::format("{}\n  step {}: {}", Text(test), k + 1,
                         shares ? "another tensor says that it is the operand"
                                : "a view has a storage of its own");
    }
  }
  return {};
}

}  // namespace viewproof
