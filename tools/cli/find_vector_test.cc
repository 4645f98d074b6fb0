#include <gtest/gtest.h>

#include "conformance/judge/testing.h"
#include "tools/cli/explain_rule.h"

namespace viewproof {
namespace find_vector_test {

Vector Ruled(const char* text, const char* id, std::vector<std::string> rules) {
  Vector vector = VectorOf(text, id);
  vector.rules = std::move(rules);
  vector.why = "\"view.e5\" is not its rule";
  return vector;
}

GoldenText Golden() {
  return GoldenText(MakeRoot(
      {Ruled("float32[2,3] | t()", "t/a", {"t.r1"}),
       Ruled("float32[2,3] | t() | view([6])", "view/long", {"view.e5"}),
       Ruled("float32[2,3] | t()", "view/b", {"view.e5", "t.r1"}),
       Ruled("float32[2,3] | t() | t()", "t/view", {"view.e5"})},
      "acme", ""));
}

TEST(GoldenText, FindsAVectorByItsId) {
  GoldenText golden = Golden();
  EXPECT_EQ(golden.Find("view/b")->test.id, "view/b");
  EXPECT_EQ(golden.Find("view/b")->rules.size(), 2u);
  EXPECT_FALSE(golden.Find("view/"));
  EXPECT_FALSE(golden.Find(""));
  EXPECT_FALSE(golden.Find("\",\"rev\""));
}

TEST(GoldenText, GivesTheShortestOfEachOpFirst) {
  const std::vector<Vector> vectors = Golden().OfRule("view.e5", 3);
  ASSERT_EQ(vectors.size(), 3u);
  EXPECT_EQ(vectors[0].test.id, "view/b");
  EXPECT_EQ(vectors[1].test.id, "t/view");
  EXPECT_EQ(vectors[2].test.id, "view/long");
  EXPECT_EQ(Golden().OfRule("view.e5", 1).size(), 1u);
  EXPECT_TRUE(Golden().OfRule("view.e", 3).empty());
}

TEST(GoldenText, KnowsEveryId) {
  GoldenText golden = Golden();
  EXPECT_EQ(golden.Ids(), (std::vector<std::string_view>{"t/a", "view/long",
                                                         "view/b", "t/view"}));
}

}  // namespace find_vector_test
}  // namespace viewproof
