#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "conformance/gen/gen.h"
#include "conformance/gen/rc_chooser.h"
#include "conformance/laws/agree.h"
#include "conformance/laws/draws.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace viewproof {
namespace ops_agree_test {

class OpAgreement : public testing::TestWithParam<const Op*> {};

int64_t CountElements(const Reply& reply) {
  int64_t elements = 0;
  for (const Outcome& outcome : reply.steps) {
    const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
    if (outputs == nullptr) continue;
    for (const Output& shown : *outputs) elements += *Numel(shown.sizes);
  }
  return elements;
}

// The d rules of every op, which the model cites at its index maps;
// index.d1, index.d2, index.d3, index.d4, index.d5; read.r1, tensor.d3,
// tensor.i2, tensor.i5, storage.i1; fill_.r1, fill_.r2, copy_.r2, copy_.r3,
// setitem.d1, setitem.r1, setitem.r2, setitem.r4, storage.i4, write.d1,
// write.d2
TEST_P(OpAgreement, HoldsForEveryElementOfEveryTensorAfterTheOp) {
  const auto reference = MakeReference();
  const auto model = MakeModel();
  WitnessPair witnesses(*reference, *model);
  Reply first;
  Reply second;
  int64_t elements = 0;
  EXPECT_TRUE(rc::check([&] {
    RapidCheckChooser choose;
    const Case test =
        WithReads(AnyCaseEndingWith(choose, *GetParam(), Plain()));
    reference->Run(test, first);
    model->Run(test, second);
    const auto differences = witnesses.Compare(test, first, second);
    elements += CountElements(second);
    if (differences.empty()) return;
    RC_FAIL(Describe(test, "reference", "model", differences));
  }));
  EXPECT_GE(elements, 5000);
  EXPECT_LE(witnesses.abstained(), 10);
}

INSTANTIATE_TEST_SUITE_P(
    Every, OpAgreement,
    testing::ValuesIn(OpsOf({OpKind::kView, OpKind::kEither,
                             OpKind::kSelfOrCopy, OpKind::kCopy, OpKind::kWrite,
                             OpKind::kNew})),
    NameOf);

}  // namespace ops_agree_test
}  // namespace viewproof
