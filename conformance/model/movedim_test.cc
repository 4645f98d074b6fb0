#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace movedim_test {

TEST(ModelMovedim, PutsEveryElementWhereItBelongs) {
  const Tensor point = Base({});
  ExpectPlaces(MoveDim(Base({2, 1, 3}), {0}, {-1}), {1, 3, 2},
               {0, 3, 1, 4, 2, 5});
  ExpectPlaces(MoveDim(Base({1, 2, 3}), {2, 0}, {0, 1}), {3, 1, 2},
               {0, 3, 1, 4, 2, 5});
  ExpectPlaces(MoveDim(point, {-1}, {0}), {}, {0});
}

TEST(ModelMovedim, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  EXPECT_EQ(KindOf(MoveDim(x, {0}, {})), kRank);
  EXPECT_EQ(KindOf(MoveDim(x, {2}, {0})), kDimOutOfRange);
  EXPECT_EQ(KindOf(MoveDim(x, {0}, {2})), kDimOutOfRange);
  EXPECT_EQ(KindOf(MoveDim(x, {0, -2}, {0, 1})), kDuplicateDim);
  EXPECT_EQ(KindOf(MoveDim(x, {0, 1}, {0, 0})), kDuplicateDim);
}

}  // namespace movedim_test
}  // namespace viewproof::model
