#include <cstdint>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace expand_test {

TEST(ModelExpand, PutsEveryElementWhereItBelongs) {
  ExpectPlaces(Expand(Base({2, 1}), {-1, 2}), {2, 2}, {0, 0, 1, 1});
  ExpectPlaces(Expand(Base({2}), {2, 2}), {2, 2}, {0, 1, 0, 1});
  ExpectPlaces(Expand(Base({1}), {0}), {0}, {});
}

TEST(ModelExpand, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  const Tensor point = Base({});
  EXPECT_EQ(KindOf(Expand(x, {3})), kRank);
  EXPECT_EQ(KindOf(Expand(x, {-1, 2, 3})), kArgument);
  EXPECT_EQ(KindOf(Expand(x, {0, -2, 3})), kArgument);
  EXPECT_EQ(KindOf(Expand(x, {4, 3})), kSize);
  EXPECT_EQ(KindOf(Expand(point, {INT64_MAX, 2})), kOverflow);
}

TEST(ModelExpand, StepsOverWhatTheNextDimensionCovers) {
  const Tensor x = Base({2, 3}, DType::kInt16);
  EXPECT_EQ(Steps(Get(Expand(x, {1, 2, 3}))), (Wides{12, 6, 2}));
}

}  // namespace expand_test
}  // namespace viewproof::model
