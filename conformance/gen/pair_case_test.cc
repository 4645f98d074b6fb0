#include "conformance/gen/pair_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace pair_case_test {

// The levels of the last step that has some; nothing if there is none.
std::optional<PairLevels> LevelsOf(const Case& test) {
  Reply reply;
  MakeReference()->Run(test, reply);
  std::optional<PairLevels> last;
  for (const StepFacts& facts : FactsOf(test, reply)) {
    if (const auto levels = PairLevelsOf(facts)) last = levels;
  }
  return last;
}

TEST(PairCase, HasTheLevelThatIsWishedFor) {
  for (const std::string_view kernel : kPairKernels) {
    for (const PairLevel level : AllPairLevels()) {
      const bool is_possible =
          std::ranges::any_of(AllPairLevels(), [&](PairLevel other) {
            return other.factor != level.factor &&
                   WhyApart(kernel, level, other).empty();
          });
      if (!is_possible) continue;
      bool is_drawn = false;
      for (uint64_t number = 0; number < 256 && !is_drawn; ++number) {
        SeedChooser choose(7, number);
        const std::optional<Case> test = PairCase(choose, kernel, {level});
        if (!test) continue;
        const auto levels = LevelsOf(*test);
        is_drawn = levels && IsAt(*levels, level);
      }
      EXPECT_TRUE(is_drawn) << kernel << ": " << Name(level);
    }
  }
}

// Returns whether a copy_ and an add_ of the case walk so.
bool AreWalked(const Case& test, const Walk& walk) {
  Reply reply;
  MakeReference()->Run(test, reply);
  std::set<std::string_view> kernels;
  for (const StepFacts& facts : FactsOf(test, reply)) {
    if (WalkOf(facts) == walk) {
      kernels.insert(WalkKernelOf(KernelOf(*facts.step)));
    }
  }
  return kernels.size() == kWalkKernels.size();
}

TEST(WalkCase, WalksAsIsWished) {
  for (const Walk& walk : AllWalks()) {
    bool is_drawn = false;
    for (uint64_t number = 0; number < 256 && !is_drawn; ++number) {
      SeedChooser choose(7, number);
      const std::optional<Case> test = WalkCase(choose, walk);
      is_drawn = test && AreWalked(*test, walk);
    }
    EXPECT_TRUE(is_drawn) << Name(walk);
  }
}

TEST(Walk, IsNoneWhereSomethingElseIsSpecial) {
  const auto walks = [](std::string_view text) {
    const Case test = ParseText(text);
    Reply reply;
    MakeReference()->Run(test, reply);
    std::vector<std::string> names;
    for (const StepFacts& facts : FactsOf(test, reply)) {
      if (const auto walk = WalkOf(facts)) names.push_back(Name(*walk));
    }
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(walks("float16[6] | view([2,3]) | clone() @0.0 | view([3,2]) @2.0 "
                  "| t() @3.0 | copy_(@4.0) @1.0"),
            Names{"from column-major to row-major, items of 2 bytes"});
  // Both are in one storage; the source has a bit; a size is 1.
  EXPECT_EQ(
      walks("float16[12] | view([2,6]) | narrow(1, 0, 3) @1.0 | narrow(1, "
            "3, 3) @1.0 | copy_(@3.0) @2.0"),
      Names());
  EXPECT_EQ(walks("complex64[2,3] | clone() | conj() @1.0 | copy_(@2.0) @0.0"),
            Names());
  EXPECT_EQ(walks("float16[2,1,3] | clone() | copy_(@1.0) @0.0"), Names());
}

}  // namespace pair_case_test
}  // namespace viewproof
