#include "conformance/gen/pair_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

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
      for (uint64_t number = 0; number < 64 && !is_drawn; ++number) {
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
}  // namespace pair_case_test
}  // namespace viewproof
