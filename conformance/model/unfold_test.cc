#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace unfold_test {

TEST(ModelUnfold, PutsEveryElementWhereItBelongs) {
  const Tensor x = Base({2, 3});
  const Tensor line = Base({7});
  ExpectPlaces(Unfold(line, 0, 3, 2), {3, 3}, {0, 1, 2, 2, 3, 4, 4, 5, 6});
  ExpectPlaces(Unfold(x, 0, 2, 1), {1, 3, 2}, {0, 3, 1, 4, 2, 5});
  ExpectPlaces(Unfold(Base({}), 0, 1, 1), {1}, {0});
  ExpectPlaces(Unfold(Base({2}), 0, 0, 1), {3, 0}, {});
}

TEST(ModelUnfold, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  EXPECT_EQ(KindOf(Unfold(x, 0, 3, 1)), kSize);
  EXPECT_EQ(KindOf(Unfold(x, 0, 1, 0)), kArgument);
  EXPECT_EQ(KindOf(Unfold(x, 0, -1, 1)), kArgument);
}

}  // namespace unfold_test
}  // namespace viewproof::model
