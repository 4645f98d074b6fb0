#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace diagonal_test {

TEST(ModelDiagonal, PutsEveryElementWhereItBelongs) {
  const Tensor x = Base({2, 3});
  ExpectPlaces(Diagonal(x, 0, 0, 1), {2}, {0, 4});
  ExpectPlaces(Diagonal(x, 1, 0, 1), {2}, {1, 5});
  ExpectPlaces(Diagonal(x, -1, 0, 1), {1}, {3});
  ExpectPlaces(Diagonal(x, 1, 1, 0), {1}, {3});
  ExpectPlaces(Diagonal(Base({2, 2, 2}), 0, 0, 2), {2, 2}, {0, 5, 2, 7});
}

TEST(ModelDiagonal, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  const Tensor point = Base({});
  EXPECT_EQ(KindOf(Diagonal(x, 0, 1, -1)), kDuplicateDim);
  EXPECT_EQ(KindOf(Diagonal(point, 0, 0, 1)), kDimOutOfRange);
}

TEST(ModelDiagonal, OfNothingStartsWhereItsOperandDoes) {
  const Tensor x = Base({4, 6}, DType::kInt16);
  EXPECT_TRUE(Start(Get(Diagonal(x, 9, 0, 1))) == 0);
}

}  // namespace diagonal_test
}  // namespace viewproof::model
