#include "tools/golden/prune.h"

#include <algorithm>
#include <utility>

#include "conformance/judge/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/golden/kills.h"

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

KillMatrix MatrixOf(const std::vector<Vector>& vectors) {
  KillMatrix matrix;
  KillTester tester;
  for (const Vector& vector : vectors) {
    matrix.Set(vector.test.id, tester.RowOf(vector));
  }
  return matrix;
}

std::vector<std::string> Proposed(const std::vector<Vector>& vectors,
                                  const std::string& only = "*") {
  return SparedOf(vectors, MatrixOf(vectors), only);
}

TEST(Prune, ProposesADuplicate) {
  EXPECT_THAT(
      Proposed({Plain("float32[4] | slice(0, 1, 3, 1)", "slice/first"),
                Plain("float32[4] | slice(0, 1, 3, 1)", "slice/second")}),
      ElementsAre("slice/second"));
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

TEST(Prune, ListsTheMisreadingsThatNoVectorShows) {
  std::vector<Vector> vectors = TinyGolden();
  const std::string sentence =
      "no vector shows offset_dropped (the result begins where the storage "
      "does) "
      "in ";
  const auto ops = [&] {
    for (const std::string& said : Unshown(vectors, MatrixOf(vectors))) {
      if (said.starts_with(sentence)) return said.substr(sentence.size());
    }
    return std::string();
  };
  EXPECT_THAT(ops(), Not(HasSubstr(", slice,")));
  vectors.pop_back();
  EXPECT_THAT(ops(), HasSubstr(", slice,"));
}

TEST(Prune, ListsNoErrorsOfAnOpThatNeverRefuses) {
  const std::vector<Vector> vectors = TinyGolden();
  EXPECT_THAT(Unshown(vectors, MatrixOf(vectors)),
              Not(Contains(HasSubstr("error_accepted"))));
}

}  // namespace prune_test
}  // namespace viewproof
