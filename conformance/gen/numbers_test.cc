#include <algorithm>

#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/shapes.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace numbers_test {

TEST(DrawNumber, GivesEveryOddNumberAndComplexOnes) {
  SeedChooser choose(1, 1);
  std::vector<Scalar> drawn;
  for (int k = 0; k < 1000; ++k) drawn.push_back(DrawNumber(choose));
  for (const Scalar& number : OddNumbers()) {
    EXPECT_NE(std::find(drawn.begin(), drawn.end(), number), drawn.end());
  }
  EXPECT_TRUE(std::any_of(drawn.begin(), drawn.end(),
                          [](const Scalar& number) { return number.im != 0; }));
}

TEST(DrawNumber, GivesWhatHasOneSpelling) {
  SeedChooser choose(1, 2);
  for (int k = 0; k < 1000; ++k) {
    const Scalar number = DrawNumber(choose);
    if (number.im == 0) continue;
    EXPECT_EQ(number.low, 0);
  }
}

}  // namespace numbers_test
}  // namespace viewproof
