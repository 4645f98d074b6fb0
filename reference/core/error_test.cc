#include "reference/core/error.h"

#include <string>

#include "gtest/gtest.h"

namespace viewproof {
namespace error_test {

TEST(Result, HoldsAValueOrTheErrorThatExplainsWhyNot) {
  const Result<std::string> value = "seven";
  const Result<std::string> error = Error{"permute.e2", 7};
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(value.value(), "seven");
  ASSERT_FALSE(error.ok());
  EXPECT_EQ(error.error().rule, ErrorRule("permute.e2"));
  EXPECT_EQ(error.error().number, 7);
}

TEST(Result, GivesUpItsValueWhenMoved) {
  Result<std::string> result = std::string(100, 'x');
  const std::string taken = std::move(result).value();
  EXPECT_EQ(taken.size(), 100);
}

TEST(ResultDeathTest, AbortsInEveryBuildWhenAskedForWhatItDoesNotHold) {
  const Result<int> value = 7;
  const Result<int> error = Error{"t.e1"};
  EXPECT_DEATH(error.value(), "expected a value");
  EXPECT_DEATH(value.error(), "expected an error");
}

}  // namespace error_test
}  // namespace viewproof
