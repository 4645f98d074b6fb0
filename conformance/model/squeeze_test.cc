#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace squeeze_test {

TEST(ModelSqueeze, PutsEveryElementWhereItBelongs) {
  const Tensor x = Base({2, 3});
  const Tensor point = Base({});
  const Tensor wide = Base({1, 3, 1});
  ExpectPlaces(Squeeze(wide), {3}, {0, 1, 2});
  ExpectPlaces(SqueezeDim(wide, 0), {3, 1}, {0, 1, 2});
  ExpectPlaces(SqueezeDim(wide, 1), {1, 3, 1}, {0, 1, 2});
  ExpectPlaces(SqueezeDim(point, -1), {}, {0});
  ExpectPlaces(SqueezeDims(wide, {-1, 1}), {1, 3}, {0, 1, 2});
  ExpectPlaces(Unsqueeze(x, 1), {2, 1, 3}, {0, 1, 2, 3, 4, 5});
  ExpectPlaces(Unsqueeze(point, -1), {1}, {0});
}

TEST(ModelSqueeze, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  EXPECT_EQ(KindOf(SqueezeDim(x, -3)), kDimOutOfRange);
  EXPECT_EQ(KindOf(SqueezeDims(x, {1, -1})), kDuplicateDim);
  EXPECT_EQ(KindOf(Unsqueeze(x, 3)), kDimOutOfRange);
}

TEST(ModelUnsqueeze, StepsOverWhatTheNextDimensionCovers) {
  const Tensor x = Base({2, 3}, DType::kInt16);
  EXPECT_EQ(Steps(Get(Unsqueeze(x, 0))), (Wides{12, 6, 2}));
  EXPECT_EQ(Steps(Get(Unsqueeze(x, 2))), (Wides{6, 2, 2}));
}

}  // namespace squeeze_test
}  // namespace viewproof::model
