#include "reference/core/error_rule.h"

#include "gtest/gtest.h"

namespace viewproof {
namespace error_rule_test {

TEST(ErrorRule, HasTheKindThatSpecificationGivesIt) {
  constexpr ErrorRule kRule = "permute.e2";
  EXPECT_EQ(kRule.id(), "permute.e2");
  EXPECT_EQ(kRule.kind(), ErrorKind::kDimOutOfRange);
}

TEST(ErrorRule, IsFoundByItsId) {
  for (const ErrorRow& row : kErrorRows) {
    const auto rule = ErrorRule::Find(row.id);
    ASSERT_TRUE(rule.has_value()) << row.id;
    EXPECT_EQ(rule->message(), row.message);
  }
  EXPECT_FALSE(ErrorRule::Find("permute.f2").has_value());
  EXPECT_FALSE(ErrorRule::Find("").has_value());
}

}  // namespace error_rule_test
}  // namespace viewproof
