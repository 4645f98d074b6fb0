#include "conformance/laws/agree.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/case/fill.h"
#include "conformance/case/text.h"
#include "conformance/gen/aim.h"
#include "conformance/gen/edit.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/layout.h"
#include "conformance/gen/rc_chooser.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/shrink.h"
#include "conformance/gen/window.h"
#include "conformance/laws/draws.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace viewproof {
namespace agree_test {

// The reference, but one op says an offset that is too high by one.
class OffByOne : public Subject {
 public:
  explicit OffByOne(std::string_view op) : op_(op) {}
  const Hello& hello() const override { return reference_->hello(); }
  void Run(const Case& test, Reply& reply) override {
    reference_->Run(test, reply);
    for (std::size_t k = 0; k < reply.steps.size(); ++k) {
      auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
      if (outputs == nullptr || test.chain[k].op->name != op_) continue;
      for (Output& output : *outputs) ++*output.offset;
    }
  }

 private:
  const std::string_view op_;
  std::unique_ptr<Subject> reference_ = MakeReference();
};

// The d rules, which the model cites at its index maps.
RC_GTEST_PROP(WitnessPair, ReferenceAndModelAgree, ()) {
  RapidCheckChooser choose;
  const auto reference = MakeReference();
  const auto model = MakeModel();
  WitnessPair witnesses(*reference, *model);
  const Case test = AnyCase(choose);
  const auto differences = witnesses.Compare(test);
  if (!differences.empty()) {
    RC_FAIL(Describe(test, "reference", "model", differences));
  }
}

// A case directed at some ops on one tensor of any layout (aim.h).
Case AnyDirectedCase(Chooser& choose) {
  Aim aim;
  for (int64_t ops = choose.Pick(1, 6); ops > 0; --ops) {
    const Op& op = choose.OneOf(Ops());
    if (!Observes(op)) aim.ops.push_back(&op);
  }
  if (choose.Chance(2, 3)) aim.like = AnyTraits(choose);
  return CaseAt(choose, aim);
}

// The model says of some that it cannot tell.
RC_GTEST_PROP(WitnessPair, ReferenceAndModelAgreeOnDirectedCases, ()) {
  RapidCheckChooser choose;
  const auto reference = MakeReference();
  const auto model = MakeModel();
  WitnessPair witnesses(*reference, *model);
  const Case test = AnyDirectedCase(choose);
  if (!FitsBase(FilledSizes(test.base), test.base.fill)) return;
  const auto differences = witnesses.Compare(test);
  if (!differences.empty()) {
    RC_FAIL(Describe(test, "reference", "model", differences));
  }
}

TEST(WitnessPair, SeldomAbstain) {
  const auto reference = MakeReference();
  const auto model = MakeModel();
  WitnessPair witnesses(*reference, *model);
  for (uint64_t number = 0; number < 5000; ++number) {
    witnesses.Compare(CaseOf(1, number));
  }
  EXPECT_LE(witnesses.abstained(), 10);
}

TEST(WitnessPair, SeldomAbstainFromAnyOp) {
  constexpr int64_t kCases = 200;
  const auto reference = MakeReference();
  const auto model = MakeModel();
  for (const Op* op :
       OpsOf({OpKind::kView, OpKind::kEither, OpKind::kSelfOrCopy,
              OpKind::kCopy, OpKind::kWrite, OpKind::kQuery})) {
    WitnessPair witnesses(*reference, *model);
    for (uint64_t number = 0; number < kCases; ++number) {
      SeedChooser choose(1, number);
      witnesses.Compare(WithReads(AnyCaseEndingWith(choose, *op, Plain())));
    }
    EXPECT_LE(witnesses.abstained(), kCases / 100) << op->name;
  }
}

TEST(WitnessPair, SeeASubjectThatIsWrongAndShrinkItToAStepOrTwo) {
  const auto reference = MakeReference();
  OffByOne broken("select");
  WitnessPair witnesses(*reference, broken);
  const auto differs = [&witnesses](const Case& test) {
    return !witnesses.Compare(test).empty();
  };
  int found = 0;
  for (uint64_t number = 0; number < 500; ++number) {
    const Case test = CaseOf(3, number);
    if (!differs(test)) continue;
    ++found;
    const Case small = Shrink(test, differs);
    EXPECT_LE(small.chain.size(), 2u) << small;
    EXPECT_LE(small.base.sizes.size(), 2u) << small;
    EXPECT_EQ(small.chain.back().op->name, "select") << small;
  }
  EXPECT_GE(found, 10);
}

}  // namespace agree_test
}  // namespace viewproof
