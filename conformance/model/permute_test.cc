#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace permute_test {

TEST(ModelPermute, PutsEveryElementWhereItBelongs) {
  const Tensor x = Base({2, 3});
  const Tensor point = Base({});
  const Tensor half = Base({2, 3}, DType::kInt16);
  ExpectPlaces(Permute(x, {1, 0}), {3, 2}, {0, 3, 1, 4, 2, 5});
  ExpectPlaces(Permute(Base({2, 1, 3}), {-1, 0, 1}), {3, 2, 1},
               {0, 3, 1, 4, 2, 5});
  ExpectPlaces(Permute(half, {1, 0}), {3, 2}, {0, 6, 2, 8, 4, 10});
  ExpectPlaces(Transpose(x, 0, -1), {3, 2}, {0, 3, 1, 4, 2, 5});
  ExpectPlaces(Transpose(point, 0, -1), {}, {0});
  ExpectPlaces(TransposeMatrix(x), {3, 2}, {0, 3, 1, 4, 2, 5});
  ExpectPlaces(ReverseDims(Base({2, 1, 3})), {3, 1, 2}, {0, 3, 1, 4, 2, 5});
  ExpectPlaces(ReverseDims(point), {}, {0});
  ExpectPlaces(TransposeMatrices(Base({2, 2, 2})), {2, 2, 2},
               {0, 2, 1, 3, 4, 6, 5, 7});
  ExpectPlaces(TransposeMatrices(point), {}, {0});
  ExpectPlaces(TransposeMatrix(Base({2})), {2}, {0, 1});
}

TEST(ModelPermute, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  const Tensor point = Base({});
  EXPECT_EQ(KindOf(Permute(x, {0})), kRank);
  EXPECT_EQ(KindOf(Permute(x, {0, -2})), kDuplicateDim);
  EXPECT_EQ(KindOf(Permute(x, {0, 2})), kDimOutOfRange);
  EXPECT_EQ(KindOf(Transpose(x, 0, 2)), kDimOutOfRange);
  EXPECT_EQ(KindOf(Transpose(point, 1, 0)), kDimOutOfRange);
  EXPECT_EQ(KindOf(TransposeMatrix(Base({1, 1, 1}))), kRank);
  EXPECT_EQ(KindOf(TransposeMatrices(Base({2}))), kRank);
}

}  // namespace permute_test
}  // namespace viewproof::model
