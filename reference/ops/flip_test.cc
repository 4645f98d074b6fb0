#include "reference/ops/flip.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace flip_test {

using testing::ElementsAre;

// flip.d1
TEST(Flip, ReadsEachNamedDimensionFromItsEnd) {
  const Tensor base = Iota({2, 3});
  EXPECT_THAT(Values(Flip(base, {0}).value()), ElementsAre(4, 5, 6, 1, 2, 3));
  EXPECT_THAT(Values(Flip(base, {-1}).value()), ElementsAre(3, 2, 1, 6, 5, 4));
  EXPECT_THAT(Values(Flip(base, {1, 0}).value()),
              ElementsAre(6, 5, 4, 3, 2, 1));
}

// flip.d1 flip.r1
TEST(Flip, OfNoDimensionIsAClone) {
  const Tensor base = Iota({2, 3});
  const Tensor result = Flip(base, {}).value();
  EXPECT_EQ(result.geometry, base.geometry);
  EXPECT_NE(result.storage, base.storage);
  EXPECT_EQ(Values(result), Values(base));
}

// flip.r1
TEST(Flip, HasTheStridesOfAClone) {
  const Tensor transposed = On(Iota({6}), {{3, 2}, {1, 3}, 0});
  const Tensor dense = Flip(transposed, {0}).value();
  EXPECT_THAT(dense.geometry.strides, ElementsAre(1, 3));
  EXPECT_THAT(Values(dense), ElementsAre(3, 6, 2, 5, 1, 4));
  const Tensor gaps = On(Iota({12}), {{2, 3}, {1, 4}, 2});
  const Tensor closed = Flip(gaps, {0, 1}).value();
  EXPECT_THAT(closed.geometry.strides, ElementsAre(1, 2));
  EXPECT_THAT(Values(closed), ElementsAre(12, 8, 4, 11, 7, 3));
  const Tensor repeated = On(Iota({3}), {{2, 3}, {0, 1}, 0});
  EXPECT_THAT(Values(Flip(repeated, {0, 1}).value()),
              ElementsAre(3, 2, 1, 3, 2, 1));
}

// flip.d1
TEST(Flip, CopiesANumberAndNothing) {
  EXPECT_THAT(Values(Flip(Iota({}), {-1}).value()), ElementsAre(1));
  const Geometry wild = {{0, k2To62, 4}, {kMax, 1, 1}, 0};
  EXPECT_EQ(Flip(On(Iota({0}), wild), {0, 1}).value().geometry, wild);
}

// flip.r1
TEST(Flip, WritesOutBothBits) {
  Tensor operand = Iota({2}, DType::kFloat32);
  operand.neg = true;
  const Tensor result = Flip(operand, {0}).value();
  EXPECT_FALSE(result.neg);
  EXPECT_THAT(Values(result), ElementsAre(-2, -1));
}

// flip.e1 flip.e2
TEST(Flip, RefusesTheFirstEntryAtFault) {
  ExpectRefused(Flip(Iota({2, 3}), {0, 2}), "flip.e1");
  ExpectRefused(Flip(Iota({2, 3}), {1, -1, 5}), "flip.e2");
  ExpectRefused(Flip(Iota({2, 3}), {5, 1, 1}), "flip.e1");
  ExpectRefused(Flip(Iota({}), {0, -1}), "flip.e2");
  ExpectRefused(Flip(Iota({}), {1}), "flip.e1");
}

// flip.e3
TEST(Flip, RefusesACopyBeyondInt64) {
  const Tensor huge = On(Iota({1}), {{k2To62}, {0}, 0});
  ExpectRefused(Flip(huge, {0}), "flip.e3");
  ExpectRefused(Flip(huge, {1}), "flip.e1");
  Tensor negated = huge;
  negated.neg = true;
  ExpectRefused(Flip(negated, {1}), "flip.e3");
}

}  // namespace flip_test
}  // namespace viewproof
