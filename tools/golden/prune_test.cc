#include "tools/golden/prune.h"

#include <algorithm>
#include <utility>

#include "conformance/judge/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace prune_test {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A vector of the rules and flags that all of this file's have.
Vector Plain(std::string_view text, std::string id) {
  Vector vector = VectorOf(text, std::move(id));
  vector.flags = {"Offset"};
  return vector;
}

// Two of one kind, the second of more letters, and the only one whose window
// does not begin where the storage does.
std::vector<Vector> TinyGolden() {
  return {Plain("float32[4] | slice(0, 0, 2, 1)", "slice/front"),
          Plain("float32[14] | slice(0, 0, 2, 1)", "slice/front-again"),
          Plain("float32[4] | slice(0, 1, 3, 1)", "slice/window")};
}

std::vector<std::string> Proposed(const std::vector<Vector>& vectors,
                                  const std::string& only = "*") {
  std::vector<std::string> ids;
  for (const Proposal& proposal :
       Prune(vectors, only, [](std::size_t, std::size_t) {}).proposals) {
    ids.push_back(proposal.id);
  }
  return ids;
}

TEST(Prune, ProposesADuplicateAndNamesTheOneThatStays) {
  const std::vector<Vector> two = {
      Plain("float32[4] | slice(0, 1, 3, 1)", "slice/first"),
      Plain("float32[4] | slice(0, 1, 3, 1)", "slice/second")};
  const PruneResult pruned = Prune(two, "*", [](std::size_t, std::size_t) {});
  ASSERT_EQ(pruned.proposals.size(), 1u);
  EXPECT_EQ(pruned.proposals[0].id, "slice/second");
  EXPECT_THAT(pruned.proposals[0].others, ElementsAre("slice/first"));
}

TEST(Prune, KeepsTheOnlyKillerOfAMutant) {
  EXPECT_THAT(Proposed(TinyGolden()), Not(Contains("slice/window")));
}

// A copy must be seen by two families: one that goes is missed.
TEST(Prune, KeepsTheSecondFamilyThatKillsABugOfAKernel) {
  std::vector<Vector> vectors = {
      Plain("float32[2,3] | t() | contiguous()", "contiguous/first"),
      Plain("float32[2,3] | t() | contiguous()", "contiguous/second")};
  EXPECT_THAT(Proposed(vectors), ElementsAre("contiguous/second"));
  vectors[1].why = "what no other line of a grid says";
  EXPECT_THAT(Proposed(vectors), IsEmpty());
}

TEST(Prune, ProposesTheSameInAnyOrder) {
  std::vector<Vector> vectors = TinyGolden();
  const std::vector<std::string> proposed = Proposed(vectors);
  EXPECT_THAT(proposed, Not(IsEmpty()));
  std::reverse(vectors.begin(), vectors.end());
  EXPECT_EQ(Proposed(vectors), proposed);
}

TEST(Prune, ProposesOnlyWhatItIsAskedFor) {
  EXPECT_THAT(Proposed(TinyGolden(), "view/*"), IsEmpty());
  EXPECT_THAT(Proposed(TinyGolden(), "*/front-again"),
              ElementsAre("slice/front-again"));
}

TEST(Prune, KeepsTheOnlyVectorOfARule) {
  std::vector<Vector> vectors = TinyGolden();
  EXPECT_THAT(Proposed(vectors), Contains("slice/front-again"));
  vectors[1].rules.push_back("slice.r2");
  EXPECT_THAT(Proposed(vectors), Not(Contains("slice/front-again")));
}

TEST(Prune, KeepsTheOnlyVectorOfAFlag) {
  std::vector<Vector> vectors = TinyGolden();
  vectors[1].flags = {"Clamp"};
  EXPECT_THAT(Proposed(vectors), Not(Contains("slice/front-again")));
}

TEST(Prune, KeepsWhatOnlyAnotherProfileHas) {
  std::vector<Vector> vectors = TinyGolden();
  vectors[1].profile = Profile::kLimits;
  EXPECT_THAT(Proposed(vectors), Not(Contains("slice/front-again")));
}

TEST(Prune, TellsPairsOfErrorsApart) {
  // narrow.e2 before narrow.e3, twice, and before narrow.e4.
  std::vector<Vector> vectors = {
      Plain("float32[2,3] | narrow(5, 0, -1)", "narrow/negative-before-dim"),
      Plain("float32[2,3] | narrow(5, 1, -1)", "narrow/the-same-again"),
      Plain("float32[2,3] | narrow(1, 9, -1)", "narrow/negative-before-start")};
  for (Vector& vector : vectors) vector.flags = {"Precedence"};
  EXPECT_THAT(Proposed(vectors), ElementsAre("narrow/the-same-again"));
}

TEST(Prune, ListsTheMutantsThatNoVectorKills) {
  std::vector<Vector> vectors = TinyGolden();
  vectors.pop_back();
  const auto unkilled = [&] {
    return Prune(vectors, "*", [](std::size_t, std::size_t) {}).unkilled;
  };
  EXPECT_THAT(unkilled().at("offset_dropped"), Contains("slice"));
  vectors.push_back(TinyGolden().back());
  EXPECT_THAT(unkilled().at("offset_dropped"), Not(Contains("slice")));
}

TEST(Prune, ListsNoErrorsOfAnOpThatNeverRefuses) {
  EXPECT_FALSE(Prune(TinyGolden(), "*", [](std::size_t, std::size_t) {
               }).unkilled.contains("error_accepted"));
}

TEST(Prune, SaysHowFarItIs) {
  std::vector<std::size_t> seen;
  Prune(TinyGolden(), "*", [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(total, 3u);
    seen.push_back(done);
  });
  EXPECT_THAT(seen, ElementsAre(1, 2, 3));
}

TEST(Prune, PrintsASentencePerProposalAndTheSumsLast) {
  const std::string text =
      TextOf(Prune(TinyGolden(), "*", [](std::size_t, std::size_t) {}));
  EXPECT_THAT(
      text,
      HasSubstr("slice/front-again: every rule, flag, mutant "
                "and bug of it is also another vector's: slice/window\n"));
  EXPECT_THAT(text, HasSubstr("no vector kills empty_offset (the offset of a "
                              "tensor without elements is 0) in "));
  EXPECT_TRUE(text.ends_with("3 vectors, 2 proposed\n")) << text;
}

}  // namespace prune_test
}  // namespace viewproof
