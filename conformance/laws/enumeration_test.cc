#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <variant>

#include "conformance/case/text.h"
#include "conformance/gen/digest_tree.h"
#include "conformance/laws/agree.h"
#include "conformance/laws/pinned.h"
#include "conformance/laws/slice.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace enumeration_test {

TEST(Enumeration, ReferenceAndModelAgreeOnMillionsOfCasesOfAll) {
  constexpr int64_t kCases = 5'000'000;  // In all slices.
  const Slice slice = Slice::OfThisRun();
  SCOPED_TRACE(slice.name());
  const auto reference = MakeReference();
  const auto model = MakeModel();
  WitnessPair witnesses(*reference, *model);
  const Universe& universe = Universe::Pinned();
  const int64_t every = universe.count() / kCases;
  int64_t cases = 0;
  int64_t refused = 0;
  Case test;
  Reply reply;
  Reply other;
  for (int64_t stretch = 0; (stretch + 1) * every <= universe.count();
       ++stretch) {
    if (!slice.Has(stretch)) continue;
    const int64_t number = OneOfEvery(every, stretch);
    universe.At(number, test);
    reference->Run(test, reply);
    model->Run(test, other);
    ASSERT_FALSE(reply.too_large) << number;
    if (!witnesses.Compare(test, reply, other).empty()) {
      FAIL() << FirstDifference(*model, number, number + 1);
    }
    ++cases;
    refused += std::holds_alternative<ErrorReply>(reply.steps.back()) ? 1 : 0;
  }
  EXPECT_GE(cases, slice.CountOf(kCases));
  EXPECT_GE(refused, cases / 4);
  EXPECT_LE(refused, cases * 9 / 10);
  EXPECT_EQ(witnesses.abstained(), 0);
  fmt::print(
      "{} of {} cases enumerated: reference and model agree, {} errors\n",
      cases, universe.count(), refused);
}

TEST(Enumeration, LeavesOfMoreStepsAreAsPinned) {
  const Slice slice = Slice::OfThisRun();
  SCOPED_TRACE(slice.name());
  const Universe& universe = Universe::Pinned();
  for (int64_t leaf = LeafCount(universe, universe.parts()[0].count);
       leaf < LeafCount(universe); ++leaf) {
    if (!slice.Has(leaf)) continue;
    if (LeafDigest(universe, leaf) != PinnedLeaves()[leaf]) {
      FAIL() << Locate(leaf);
    }
  }
}

// The reference, but narrow of dimension 1 says a wrong offset.
class OffByOne : public Subject {
 public:
  const Hello& hello() const override { return reference_->hello(); }
  void Run(const Case& test, Reply& reply) override {
    reference_->Run(test, reply);
    auto* outputs = std::get_if<std::vector<Output>>(&reply.steps.back());
    const Step& last = test.chain.back();
    if (outputs == nullptr || last.op->name != "narrow") return;
    if (std::get<int64_t>(last.args[0]) != 1) return;
    ++*outputs->front().offset;
  }

 private:
  std::unique_ptr<Subject> reference_ = MakeReference();
};

TEST(Enumeration, FindsTheFirstCaseInWhichAWitnessIsWrong) {
  const Universe& universe = Universe::Pinned();
  OffByOne broken;
  const int64_t wrong =
      universe.NumberOf(ParseText("float32[2,3] | narrow(1, -3, 0)")).value();
  EXPECT_EQ(FirstDifference(broken, wrong - 1000, wrong + 1000),
            fmt::format("case {}: float32[2,3] | narrow(1, -3, 0)\n"
                        "  step 1 narrow offset: reference says 0, reference "
                        "says 1\n",
                        wrong));
}

}  // namespace enumeration_test
}  // namespace viewproof
