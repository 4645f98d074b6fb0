#include "conformance/report/spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace viewproof {
namespace spec_test {

constexpr char kSpec[] =
    "# Concepts\n"
    "\n"
    "## viewable\n"
    "\n"
    "- viewable.d2 A chunk is a run of dimensions\n"
    "  that merge.\n"
    "- viewable.d3 They fit.\n"
    "\n"
    "### view.dtype(dtype: dtype) -> view\n"
    "\n"
    "| rule | result |\n"
    "|---|---|\n"
    "| view_dtype.r1 | result.dtype = dtype |\n"
    "\n"
    "10. view_dtype.e5 `rank` no dimensions: it has none.\n"
    "   Together with e6.\n"
    "\n"
    "```text\n"
    "float32[2] | view.dtype(int32)\n"
    "-> sizes [2]\n"
    "float32[] | view.dtype(int64)\n"
    "-> view_dtype.e5\n"
    "```\n"
    "## order of checks\n"
    "1. view_dtype.e6 `rank` more.\n";

TEST(SpecRule, IsAnItemWithWhatFollowsIt) {
  const auto rule = FindRule(kSpec, "viewable.d2");
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->heading, "viewable");
  EXPECT_EQ(rule->lines,
            (std::vector<std::string>{
                "viewable.d2 A chunk is a run of dimensions", "that merge."}));
  EXPECT_TRUE(rule->examples.empty());
}

TEST(SpecRule, IsARowOfATable) {
  const auto rule = FindRule(kSpec, "view_dtype.r1");
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->heading, "view.dtype(dtype: dtype) -> view");
  EXPECT_EQ(rule->lines,
            std::vector<std::string>{"view_dtype.r1: result.dtype = dtype"});
  EXPECT_FALSE(rule->names);
  EXPECT_EQ(rule->examples.front(), "float32[2] | view.dtype(int32)");
}

TEST(SpecRule, HasTheExampleThatNamesItFirst) {
  const auto rule = FindRule(kSpec, "view_dtype.e5");
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->lines.size(), 2u);
  EXPECT_TRUE(rule->names);
  EXPECT_EQ(rule->examples.front(), "float32[] | view.dtype(int64)");
  EXPECT_EQ(rule->examples.size(), 2u);
}

TEST(SpecRule, HasTheExamplesOfItsOpWhereverItStands) {
  const auto rule = FindRule(kSpec, "view_dtype.e6");
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->heading, "order of checks");
  EXPECT_EQ(rule->examples.size(), 2u);
}

TEST(SpecRule, IsNotThere) {
  EXPECT_FALSE(FindRule(kSpec, "view.e5"));
  EXPECT_FALSE(FindRule(kSpec, "viewable.d"));
  EXPECT_FALSE(FindRule(kSpec, ""));
  EXPECT_FALSE(FindRule("", "view.e5"));
}

TEST(SpecRule, AreReadFromListsTablesAndNumberedErrors) {
  EXPECT_THAT(SentencesOf("- storage.d1 A storage is a run\n  of bytes.\n\n"
                          "| rule | result |\n|---|---|\n| view.r2 | Those of "
                          "viewable.r1. |\n| as_strided.r1 | The sizes. |\n\n"
                          "1. view.e1 `argument` a size below -1\n   Together "
                          "with e2.\nA view.e2 in prose.\n- no rule\n"),
              testing::ElementsAre(
                  testing::Pair("as_strided.r1", "The sizes."),
                  testing::Pair("storage.d1", "A storage is a run of bytes."),
                  testing::Pair("view.e1",
                                "`argument` a size below -1 Together with e2."),
                  testing::Pair("view.r2", "Those of viewable.r1.")));
  EXPECT_TRUE(SentencesOf("").empty());
}

TEST(SpecRule, AreAllListed) {
  EXPECT_THAT(SentencesOf(kSpec),
              testing::UnorderedElementsAre(
                  testing::Key("viewable.d2"), testing::Key("viewable.d3"),
                  testing::Key("view_dtype.r1"), testing::Key("view_dtype.e5"),
                  testing::Key("view_dtype.e6")));
}

}  // namespace spec_test
}  // namespace viewproof
