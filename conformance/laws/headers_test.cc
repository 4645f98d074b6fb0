#include "conformance/laws/headers.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "conformance/case/operands.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/rc_chooser.h"
#include "conformance/laws/draws.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace viewproof {
namespace headers_test {

// tensor.i1, storage.i2, address.i1
RC_GTEST_PROP(Headers, NoStepChangesTheHeaderOfAnotherTensor, ()) {
  RapidCheckChooser choose;
  const auto reference = MakeReference();
  const State state =
      AnyCaseEndingWith(choose, *choose.OneOf(OpsOf({OpKind::kView})));
  const std::string broken = BreaksHeaders(state, *reference);
  if (!broken.empty()) RC_FAIL(broken);
}

// tensor.i3, tensor.i4, storage.d2
RC_GTEST_PROP(Headers, ViewsKeepTheBitsAndCopiesHaveNone, ()) {
  RapidCheckChooser choose;
  const auto ops = OpsOf({OpKind::kView, OpKind::kEither, OpKind::kSelfOrCopy});
  const State state = AnyCaseEndingWith(choose, *choose.OneOf(ops));
  const std::vector<Step>& chain = state.test().chain;
  const std::vector<Outcome>& outcomes = state.reply().steps;
  const std::vector<OutputRef> operands = OperandsOf(chain, outcomes);
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr || chain[k].op->kind == OpKind::kObserve) continue;
    const TensorRecord* operand = state.Find(operands[k]);
    if (operand == nullptr) continue;  // It was dropped.
    for (const Output& output : *outputs) {
      RC_ASSERT(!output.conj || IsComplex(*output.dtype));
      RC_ASSERT(!output.neg || *output.dtype >= DType::kFloat32);
      if (chain[k].op->profile == Profile::kComplex) continue;
      const bool is_view = output.storage == operand->storage;
      RC_ASSERT(output.conj == (is_view && operand->conj));
      RC_ASSERT(output.neg == (is_view && operand->neg));
    }
  }
}

}  // namespace headers_test
}  // namespace viewproof
