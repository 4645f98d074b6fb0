#include <cstdint>
#include <optional>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace slice_test {

TEST(ModelSlice, PutsEveryElementWhereItBelongs) {
  const Tensor x = Base({2, 3});
  const Tensor line = Base({7});
  const auto none = std::nullopt;
  ExpectPlaces(Select(x, 0, -1), {3}, {3, 4, 5});
  ExpectPlaces(Select(x, 1, 1), {2}, {1, 4});
  ExpectPlaces(Slice(line, 0, 1, 6, 2), {3}, {1, 3, 5});
  ExpectPlaces(Slice(line, 0, 1, 5, 3), {2}, {1, 4});
  ExpectPlaces(Slice(x, 1, none, none, 1), {2, 3}, Addresses(x));
  ExpectPlaces(Slice(line, 0, -2, none, 1), {2}, {5, 6});
  ExpectPlaces(Slice(line, 0, 5, 2, 1), {0}, {});
  ExpectPlaces(Slice(x, 1, 1, INT64_MAX, INT64_MAX), {2, 1}, {1, 4});
  ExpectPlaces(Narrow(x, 1, -2, 2), {2, 2}, {1, 2, 4, 5});
}

TEST(ModelSlice, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  const Tensor point = Base({});
  const Tensor one = Get(AsStrided(point, {1}, {INT64_MAX}, 0));
  EXPECT_EQ(KindOf(Select(point, 0, 0)), kRank);
  EXPECT_EQ(KindOf(Select(x, 0, 2)), kIndexOutOfRange);
  EXPECT_EQ(KindOf(Select(x, 2, 0)), kDimOutOfRange);
  EXPECT_EQ(KindOf(Slice(point, 0, 0, 1, 1)), kRank);
  EXPECT_EQ(KindOf(Slice(x, 0, 0, 1, 0)), kArgument);
  EXPECT_EQ(KindOf(Slice(one, 0, 0, 1, 2)), kOverflow);
  EXPECT_EQ(KindOf(Narrow(x, 0, 0, -1)), kArgument);
  EXPECT_EQ(KindOf(Narrow(x, 0, 3, 0)), kIndexOutOfRange);
  EXPECT_EQ(KindOf(Narrow(x, 0, -1, 2)), kSize);
}

TEST(ModelSlice, OfNothingStartsWhereItWouldBegin) {
  const Tensor x = Base({4, 6}, DType::kInt16);
  EXPECT_TRUE(Start(Get(Slice(x, 0, 5, 9, 1))) == 48);
  EXPECT_TRUE(Start(Get(Narrow(x, 0, 2, 0))) == 24);
}

TEST(ModelSlice, MultipliesTheStepOfASizeOfOneToo) {
  const Tensor x = Base({2, 3}, DType::kInt16);
  EXPECT_EQ(Steps(Get(Slice(x, 0, 0, 1, 2))), (Wides{12, 2}));
}

}  // namespace slice_test
}  // namespace viewproof::model
