#include <cstdint>
#include <optional>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace as_strided_test {

TEST(ModelAsStrided, PutsEveryElementWhereItBelongs) {
  const Tensor x = Base({2, 3});
  const Tensor half = Get(Slice(Base({6}, DType::kInt16), 0, 2, 6, 1));
  const auto none = std::nullopt;
  ExpectPlaces(AsStrided(x, {2, 2}, {1, 2}, 1), {2, 2}, {1, 3, 2, 4});
  ExpectPlaces(AsStrided(half, {2}, {3}, none), {2}, {4, 10});
  ExpectPlaces(AsStrided(half, {2}, {1}, 1), {2}, {2, 4});
}

TEST(ModelAsStrided, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  const auto none = std::nullopt;
  EXPECT_EQ(KindOf(AsStrided(x, {2}, {1, 1}, none)), kRank);
  EXPECT_EQ(KindOf(AsStrided(x, {2}, {-1}, 5)), kArgument);
  EXPECT_EQ(KindOf(AsStrided(x, {1}, {1}, -1)), kArgument);
  EXPECT_EQ(KindOf(AsStrided(x, {-1, 0}, {1, 1}, 0)), kArgument);
  EXPECT_EQ(KindOf(AsStrided(x, {2, 2}, {3, 2}, 1)), kOutOfBounds);
  EXPECT_EQ(KindOf(AsStrided(x, {3}, {INT64_MAX}, 0)), kOverflow);
  EXPECT_EQ(KindOf(AsStrided(x, {INT64_MAX, INT64_MAX}, {0, 0}, 0)), kOverflow);
}

TEST(ModelAsStrided, StartsWhereAnEmptyOperandDoes) {
  const Tensor x = Base({4, 6}, DType::kInt16);
  const Tensor none = Get(Slice(x, 0, 2, 2, 1));
  ExpectPlaces(AsStrided(none, {2}, {1}, std::nullopt), {2}, {24, 26});
}

}  // namespace as_strided_test
}  // namespace viewproof::model
