#include <algorithm>
#include <string>

#include "conformance/case/bad_input.h"
#include "gtest/gtest.h"
#include "tools/golden/unkilled.h"

namespace viewproof {
namespace untested_test {

constexpr const char* kLine =
    "clone\tzero_added\toperand: rank 2\t900\tidentity\n";

Bug Named() {
  const auto number = [](const auto& list, std::string_view name) {
    return std::find_if(list.begin(), list.end(),
                        [&](const auto& e) { return e.name == name; }) -
           list.begin();
  };
  return {KernelNumber("clone"),
          static_cast<std::size_t>(number(Effects(), "zero_added")),
          static_cast<std::size_t>(number(Conditions(), "operand: rank 2"))};
}

std::string Refusal(const std::string& line) {
  try {
    UntestedBugs::Parse(line);
  } catch (const BadInput& e) {
    return e.what();
  }
  return "accepted";
}

TEST(UntestedBugs, KeepsWhatSearchesSaw) {
  const UntestedBugs untested = UntestedBugs::Parse(kLine);
  const SearchStats drawn = untested.At(Named());
  EXPECT_EQ(drawn.fired, 900u);
  EXPECT_EQ(drawn.found, 0u);
  EXPECT_TRUE(drawn.accepted);
  EXPECT_FALSE(drawn.differed);
  EXPECT_NE(untested.Text().find(kLine), std::string::npos) << untested.Text();
  EXPECT_EQ(UntestedBugs().At(Named()).fired, 0u);
}

TEST(UntestedBugs, AddsWhatAnotherSearchDrew) {
  SearchStats drawn = UntestedBugs::Parse(kLine).At(Named());
  drawn.Add({.fired = 200, .found = 1, .accepted = true, .differed = true});
  UntestedBugs untested;
  untested.Set(Named(), drawn);
  EXPECT_NE(untested.Text().find("operand: rank 2\t1100\tkillable\n"),
            std::string::npos)
      << untested.Text();
  // Once killable, always.
  drawn = UntestedBugs::Parse(untested.Text()).At(Named());
  drawn.Add({.fired = 5000});
  EXPECT_GT(drawn.found, 0u);
}

TEST(UntestedBugs, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(Refusal("clone\tzero_added\toperand: rank 2\t900\n"),
            "untested.tsv:1: expected 5 columns");
  EXPECT_EQ(Refusal("clone\tzero_added\trank\t900\tidentity"),
            "untested.tsv:1: condition: \"rank\" is none");
  EXPECT_EQ(Refusal("clone\tzero_added\toperand: rank 2\tx\tidentity"),
            "untested.tsv:1: fired: \"x\" is no number");
  EXPECT_EQ(Refusal("clone\tzero_added\toperand: rank 2\t1\tseen"),
            "untested.tsv:1: seen: \"seen\" is none");
}

}  // namespace untested_test
}  // namespace viewproof
