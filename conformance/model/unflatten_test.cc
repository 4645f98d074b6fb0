#include <cstdint>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace unflatten_test {

TEST(ModelUnflatten, PutsEveryElementWhereItBelongs) {
  ExpectPlaces(Unflatten(Get(TransposeMatrix(Base({4, 2}))), 1, {2, -1}),
               {2, 2, 2}, {0, 2, 4, 6, 1, 3, 5, 7});
}

TEST(ModelUnflatten, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  const Tensor empty = Base({0, 3});
  EXPECT_EQ(KindOf(Unflatten(x, 2, {1})), kDimOutOfRange);
  EXPECT_EQ(KindOf(Unflatten(x, 0, {})), kArgument);
  EXPECT_EQ(KindOf(Unflatten(Base({}), 0, {1})), kRank);
  EXPECT_EQ(KindOf(Unflatten(x, 0, {-2})), kArgument);
  EXPECT_EQ(KindOf(Unflatten(x, 0, {-1, -1})), kInference);
  EXPECT_EQ(KindOf(Unflatten(x, 0, {6})), kSize);
  EXPECT_EQ(KindOf(Unflatten(empty, 0, {0, INT64_MAX})), kOverflow);
}

}  // namespace unflatten_test
}  // namespace viewproof::model
