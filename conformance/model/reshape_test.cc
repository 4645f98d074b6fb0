#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace reshape_test {

TEST(ModelReshape, PutsEveryElementWhereItBelongs) {
  const Tensor x = Base({2, 3});
  const Tensor columns = Get(TransposeMatrix(x));
  ExpectPlaces(Reshape(columns, {3, 2, 1}), {3, 2, 1}, {0, 3, 1, 4, 2, 5});
  ExpectPlaces(Reshape(columns, {6}), {6}, {0, 1, 2, 3, 4, 5});
  ExpectPlaces(Flatten(Base({1, 2, 2}), 1, -1), {1, 4}, {0, 1, 2, 3});
  ExpectPlaces(Flatten(Base({}), 0, -1), {1}, {0});
}

TEST(ModelReshape, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  const Tensor columns = Get(TransposeMatrix(x));
  EXPECT_EQ(KindOf(Reshape(columns, {5})), kSize);
  EXPECT_EQ(KindOf(Flatten(x, 1, 0)), kArgument);
  EXPECT_EQ(KindOf(Flatten(x, 0, 2)), kDimOutOfRange);
}

TEST(ModelReshape, SharesTheStorageOnlyIfItCanView) {
  const Tensor x = Base({2, 3});
  EXPECT_EQ(Get(Reshape(x, {6})).storage, x.storage);
  EXPECT_NE(Get(Reshape(Get(TransposeMatrix(x)), {6})).storage, x.storage);
}

TEST(ModelRaveled, IsAViewOnlyOfWhatHasNoGap) {
  const Tensor x = Base({2, 3});
  EXPECT_EQ(Get(Raveled(x)).storage, x.storage);
  const Tensor copy = Get(Raveled(Get(TransposeMatrix(x))));
  EXPECT_NE(copy.storage, x.storage);
  EXPECT_EQ(BytesIn(copy), (std::vector<int>{0, 3, 1, 4, 2, 5}));
}

}  // namespace reshape_test
}  // namespace viewproof::model
