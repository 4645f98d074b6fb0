#include "fuzz/comparison.h"

#include <stdexcept>
#include <string>

#include "gtest/gtest.h"

namespace viewproof {
namespace comparison_test {

constexpr int64_t kCases = 200;

ComparisonOptions OfMutant(const std::string& name) {
  ComparisonOptions options;
  options.oracle = false;
  options.mutant = name;
  return options;
}

TEST(Comparison, SeesTheSameOfCasesAskedInARowAndOneByOne) {
  const ComparisonOptions options = OfMutant("select:offset_dropped");
  Comparison in_a_row(options);
  in_a_row.Run(0, kCases);
  Comparison one_by_one(options);
  for (int64_t number = 0; number < kCases; ++number) {
    one_by_one.Run(number, number + 1);
  }
  const Compared& seen = in_a_row.seen();
  EXPECT_GT(seen.unexplained, 0);
  EXPECT_EQ(seen.unexplained, one_by_one.seen().unexplained);
  EXPECT_EQ(seen.differences, one_by_one.seen().differences);
  EXPECT_EQ(seen.coverage.steps.valid, one_by_one.seen().coverage.steps.valid);
  EXPECT_EQ(in_a_row.Abstained(), one_by_one.Abstained());
}

TEST(Comparison, ShowsTheSmallestCaseOfADifference) {
  const ComparisonOptions options = OfMutant("select:offset_dropped");
  Comparison comparison(options);
  comparison.Run(0, kCases);
  const auto& differences = comparison.seen().differences;
  ASSERT_FALSE(differences.empty());
  const std::string shown = comparison.Example(differences.begin()->second);
  EXPECT_NE(shown.find("| select("), std::string::npos) << shown;
}

TEST(Comparison, KnowsItsMutants) {
  const ComparisonOptions options = OfMutant("select:none");
  EXPECT_THROW(Comparison{options}, std::invalid_argument);
}

}  // namespace comparison_test
}  // namespace viewproof
