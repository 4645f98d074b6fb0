#include "reference/core/error.h"

#include <string>

#include "gtest/gtest.h"

namespace viewproof {
namespace {

TEST(Result, HoldsAValueOrTheErrorThatExplainsWhyNot) {
  const Result<std::string> value = "seven";
  const Result<std::string> error =
      Error{ErrorKind::kRank, "permute.e1", "dims", 7};
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(value.value(), "seven");
  ASSERT_FALSE(error.ok());
  EXPECT_EQ(error.error().value, 7);
}

TEST(Result, GivesUpItsValueWhenMoved) {
  Result<std::string> result = std::string(100, 'x');
  const std::string taken = std::move(result).value();
  EXPECT_EQ(taken.size(), 100);
}

}  // namespace
}  // namespace viewproof
