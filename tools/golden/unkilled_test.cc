#include "tools/golden/unkilled.h"

#include <algorithm>
#include <string>

#include "conformance/case/bad_input.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace unkilled_test {

template <typename List>
std::size_t Number(const List& list, std::string_view name) {
  const auto found = std::find_if(
      list.begin(), list.end(), [&](const auto& e) { return e.name == name; });
  EXPECT_NE(found, list.end()) << name;
  return found - list.begin();
}

Bug Named(const char* kernel, const char* effect, const char* condition) {
  return {KernelNumber(kernel), Number(Effects(), effect),
          Number(Conditions(), condition)};
}

std::string Refusal(const std::string& line) {
  try {
    UnkilledBugs::Parse("# a comment\n" + line);
  } catch (const BadInput& e) {
    return e.what();
  }
  return "accepted";
}

TEST(UnkilledBugs, NamesBugsAndPairsOfTheirConditions) {
  const UnkilledBugs file = UnkilledBugs::Parse(
      "clone | ravel\tzero_added\toperand: dtype bool\tidentity\t1000\n");
  EXPECT_TRUE(file.Has(Named("clone", "zero_added", "operand: dtype bool")));
  EXPECT_TRUE(file.Has(
      Named("ravel", "zero_added", "operand: rank >= 3, operand: dtype bool")));
  EXPECT_FALSE(file.Has(Named("clone", "zero_added", "operand: rank >= 3")));
  EXPECT_FALSE(file.Has(Named("clone", "refused", "operand: dtype bool")));
  EXPECT_FALSE(
      file.Has(Named("contiguous", "zero_added", "operand: dtype bool")));
}

TEST(UnkilledBugs, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(Refusal("clone\tzero_added\t*\tidentity"),
            "unkilled.tsv:2: expected 5 columns");
  EXPECT_EQ(Refusal("klone\tzero_added\t*\tidentity\t1"),
            "unkilled.tsv:2: kernels: \"klone\" is none");
  EXPECT_EQ(Refusal("clone\tzero\t*\tidentity\t1"),
            "unkilled.tsv:2: effects: \"zero\" is none");
  EXPECT_EQ(Refusal("clone\tzero_added\trank\tidentity\t1"),
            "unkilled.tsv:2: conditions: \"rank\" is none");
  EXPECT_EQ(Refusal("clone\tzero_added\t*\tbecause\t1"),
            "unkilled.tsv:2: reason: \"because\" is none");
  EXPECT_EQ(Refusal("clone\tzero_added\t*\tidentity\tx"),
            "unkilled.tsv:2: fired: \"x\" is no number");
}

TEST(UnkilledBugs, WhatIsWrittenNamesThoseBugsAndNoOther) {
  const Bug one = Named("clone", "zero_added", "operand: rank 2");
  const Bug other = Named("ravel", "zero_added", "operand: rank 2");
  const Bug pair =
      Named("clone", "refused", "operand: rank >= 3, operand: dtype int8");
  const std::string text = TextOfUnkilled(
      {{one, "identity", 2000}, {other, "identity", 1500}, {pair, "never", 0}});
  EXPECT_NE(text.find("clone | ravel\tzero_added\toperand: rank 2\t"
                      "identity\t1500\n"),
            std::string::npos)
      << text;
  const UnkilledBugs file = UnkilledBugs::Parse(text);
  int64_t count = 0;
  ForEachDue([&](const Bug& bug) { count += file.Find(bug).has_value(); });
  EXPECT_EQ(count, 3);
  EXPECT_TRUE(file.Has(pair));
}

// An effect under every condition, and a condition under every effect, are one
// line each.
TEST(UnkilledBugs, WideLinesAreWrittenFirst) {
  std::vector<ReasonedBug> bugs;
  const std::size_t clone = KernelNumber("clone");
  const std::size_t effect = Number(Effects(), "zero_added");
  const std::size_t condition = Number(Conditions(), "operand: dtype bool");
  ForEachDue([&](const Bug& bug) {
    if (bug.kernel == clone &&
        (bug.effect == effect || bug.condition == condition)) {
      bugs.push_back({bug, "identity", 1000});
    }
  });
  const std::string text = TextOfUnkilled(bugs);
  EXPECT_NE(text.find("\nclone\tzero_added\t*\tidentity\t1000\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nclone\t*\toperand: dtype bool\tidentity\t1000\n"),
            std::string::npos)
      << text;
}

TEST(UnkilledBugs, ALineIsStaleIfGoldenKillsABugOfIt) {
  const UnkilledBugs file = UnkilledBugs::Parse(
      "clone\tcopy_of_zeros\toperand: rank 1\tidentity\t1000\n");
  EXPECT_TRUE(file.Stale(KillTable()).empty());
}

}  // namespace unkilled_test
}  // namespace viewproof
