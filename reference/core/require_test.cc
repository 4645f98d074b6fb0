#include "reference/core/require.h"

#include "gtest/gtest.h"

namespace viewproof {
namespace require_test {

TEST(Require, LetsPassWhatHolds) { Require(true, "the truth"); }

TEST(RequireDeathTest, SaysWhatWasExpectedAndWhere) {
  EXPECT_DEATH(Require(false, "the truth"),
               "require_test.cc:.*expected the truth");
}

}  // namespace require_test
}  // namespace viewproof
