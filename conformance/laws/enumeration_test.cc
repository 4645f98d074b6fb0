#include "conformance/laws/enumeration.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "conformance/case/text.h"
#include "conformance/gen/digest_tree.h"
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
  const auto model = MakeModel();
  const Universe& universe = Universe::Pinned();
  Enumeration enumeration(universe, *model, false);
  const int64_t every = universe.count() / kCases;
  for (int64_t stretch = 0; (stretch + 1) * every <= universe.count();
       ++stretch) {
    if (!slice.Has(stretch)) continue;
    const auto found = enumeration.Compare(OneOfEvery(every, stretch));
    if (found) FAIL() << Describe(*found);
  }
  const Enumeration::Counts& counts = enumeration.counts();
  EXPECT_GE(counts.cases, slice.CountOf(kCases));
  EXPECT_GE(counts.refused, counts.cases / 4);
  EXPECT_LE(counts.refused, counts.cases * 9 / 10);
  EXPECT_EQ(counts.abstained, 0);
  EXPECT_EQ(counts.too_large, 0);
  fmt::print(
      "{} of {} cases enumerated: reference and model agree, {} errors\n",
      counts.cases, universe.count(), counts.refused);
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
  Enumeration enumeration(universe, broken, false);
  const int64_t wrong =
      universe.NumberOf(ParseText("float32[2,3] | narrow(1, -3, 0)")).value();
  const auto found = enumeration.First(wrong - 1000, wrong + 1000);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->number, wrong) << Describe(*found);
  EXPECT_EQ(found->differences[0].kind, DifferenceKind::kOffset);
  EXPECT_EQ(enumeration.counts().cases, 1000);
}

}  // namespace enumeration_test
}  // namespace viewproof
