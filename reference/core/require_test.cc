#include "reference/core/require.h"

#include "gtest/gtest.h"

namespace viewproof {
namespace {

TEST(Require, LetsPassWhatHolds) { Require(true, "the truth"); }

TEST(RequireDeathTest, SaysWhatWasExpectedAndWhere) {
  EXPECT_DEATH(Require(false, "the truth"),
               "require_test.cc:.*expected the truth");
}

}  // namespace
}  // namespace viewproof
