#include "reference/ops/new.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace new_test {

using testing::ElementsAre;

// new.r1
TEST(New, HasTheLiteralAndNothingOfTheOperand) {
  Tensor operand = On(Iota({6}), {{2}, {3}, 1});
  operand.neg = true;
  const Tensor literal = Iota({2, 2}, DType::kInt32);
  const Tensor result = New(operand, literal);
  EXPECT_EQ(result.geometry, literal.geometry);
  EXPECT_EQ(result.dtype, DType::kInt32);
  EXPECT_FALSE(result.neg);
  EXPECT_NE(result.storage, operand.storage);
  EXPECT_NE(result.storage, literal.storage);
  EXPECT_THAT(Values(result), ElementsAre(1, 2, 3, 4));
}

}  // namespace new_test
}  // namespace viewproof
