#include "reference/core/checked.h"

#include <optional>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace checked_test {

using testing::Eq;
using testing::Optional;

// checked.d1
TEST(Checked, GivesTheResultOrNothing) {
  EXPECT_THAT(CheckedAdd(kMax - 1, 1), Optional(kMax));
  EXPECT_THAT(CheckedAdd(kMax, 1), Eq(std::nullopt));
  EXPECT_THAT(CheckedMultiply(k2To62, -2), Optional(kMin));
  EXPECT_THAT(CheckedMultiply(k2To62, 2), Eq(std::nullopt));
  EXPECT_THAT(CheckedMultiplyAdd(7, 2, 3), Optional(13));
  EXPECT_THAT(CheckedMultiplyAdd(1, kMax, 1), Eq(std::nullopt));
  EXPECT_THAT(CheckedMultiplyAdd(1, kMax, 2), Eq(std::nullopt));
}

}  // namespace checked_test
}  // namespace viewproof
