#include "conformance/laws/enumeration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "conformance/case/text.h"
#include "conformance/gen/digest_tree.h"
#include "conformance/golden_file/file.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace enumeration_test {

const std::vector<uint64_t>& PinnedLeaves() {
  static const std::vector<uint64_t> leaves =
      ReadEnumeration(ReadFile("golden/enumeration.json"), Universe::Pinned());
  return leaves;
}

std::string Describe(const Disagreement& found) {
  return fmt::format(
      "case {}: {}", found.number,
      Describe(found.test, "reference", "witness", found.differences));
}

// What is wrong where the reference no longer answers as pinned.
std::string Locate(int64_t leaf) {
  const auto model = MakeModel();
  const int64_t from = leaf * kCasesOfLeaf;
  const int64_t to = std::min(from + kCasesOfLeaf, Universe::Pinned().count());
  const std::string place =
      fmt::format("leaf {} is not as pinned: cases [{}, {})\n", leaf, from, to);
  const auto found =
      Enumeration(Universe::Pinned(), *model, false).First(from, to);
  if (found) return place + Describe(*found);
  return place +
         "reference and model agree there; if SPEC.md has changed, run\n"
         "bazel run //tools:golden -- --enumeration\n";
}

void ExpectPinned(int64_t leaf) {
  if (LeafDigest(Universe::Pinned(), leaf) != PinnedLeaves()[leaf]) {
    FAIL() << Locate(leaf);
  }
}

TEST(Enumeration, ReferenceAndModelAgreeOnAMillionCasesOfAll) {
  constexpr int64_t kCases = 1'000'000;
  const auto model = MakeModel();
  Enumeration enumeration(Universe::Pinned(), *model, false);
  const int64_t every = Universe::Pinned().count() / kCases;
  for (int64_t stretch = 0; (stretch + 1) * every <= Universe::Pinned().count();
       ++stretch) {
    const auto found = enumeration.Compare(OneOfEvery(every, stretch));
    if (found) FAIL() << Describe(*found);
  }
  const Enumeration::Counts& counts = enumeration.counts();
  EXPECT_GE(counts.cases, kCases);
  EXPECT_GE(counts.refused, kCases / 4);
  EXPECT_LE(counts.refused, kCases * 9 / 10);
  EXPECT_EQ(counts.abstained, 0);
  EXPECT_EQ(counts.too_large, 0);
  fmt::print(
      "{} of {} cases enumerated: reference and model agree, {} errors\n",
      counts.cases, Universe::Pinned().count(), counts.refused);
}

TEST(Enumeration, EveryCaseOfOneStepIsAsPinned) {
  const int64_t leaves =
      LeafCount(Universe::Pinned(), Universe::Pinned().parts()[0].count);
  for (int64_t leaf = 0; leaf < leaves; ++leaf) {
    ASSERT_NO_FATAL_FAILURE(ExpectPinned(leaf));
  }
}

TEST(Enumeration, LeavesOfMoreStepsAreAsPinned) {
  constexpr int64_t kLeaves = 100;
  const int64_t first =
      LeafCount(Universe::Pinned(), Universe::Pinned().parts()[0].count);
  const int64_t leaves = LeafCount(Universe::Pinned()) - first;
  for (int64_t k = 0; k < kLeaves; ++k) {
    ASSERT_NO_FATAL_FAILURE(
        ExpectPinned(first + OneOfEvery(leaves / kLeaves, k)));
  }
  ExpectPinned(first + leaves - 1);
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
  OffByOne broken;
  Enumeration enumeration(Universe::Pinned(), broken, false);
  const int64_t wrong =
      Universe::Pinned()
          .NumberOf(ParseText("float32[2,3] | narrow(1, -3, 0)"))
          .value();
  const auto found = enumeration.First(wrong - 1000, wrong + 1000);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->number, wrong) << Describe(*found);
  EXPECT_EQ(found->differences[0].kind, DifferenceKind::kOffset);
  EXPECT_EQ(enumeration.counts().cases, 1000);
}

}  // namespace enumeration_test
}  // namespace viewproof
