#include "reference/tensor.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/test_util.h"

namespace viewproof {
namespace {

using testing::ElementsAre;

const Geometry kTurned = {{2, 2}, {1, 2}, 1};

// read.r1 tensor.d1
TEST(Read, FollowsTheIndexNotTheStorage) {
  EXPECT_THAT(Values(On(Iota({6}), kTurned)), ElementsAre(2, 4, 3, 5));
  EXPECT_THAT(Values(On(Iota({6}), {{}, {}, 5})), ElementsAre(6));
}

// read.r1
TEST(Read, OfNoElementsGivesNone) { EXPECT_TRUE(Values(Iota({2, 0})).empty()); }

// storage.d2 storage.i4
TEST(ContiguousCopy, HoldsTheElementsInRowMajorOrderAndNothingElse) {
  const Tensor base = Iota({6});
  const Tensor copy = ContiguousCopy(On(base, kTurned));
  const Geometry expected = {{2, 2}, {2, 1}, 0};
  EXPECT_EQ(copy.geometry, expected);
  EXPECT_EQ(copy.storage->size(), 4 * ItemSize(copy.dtype));
  EXPECT_THAT(Values(copy), ElementsAre(2, 4, 3, 5));
  Encode(base.dtype, {99}, ElementAt(base, 1));
  EXPECT_THAT(Values(copy), ElementsAre(2, 4, 3, 5));
}

// tensor.d2
TEST(ElementAt, CountsInItemSizes) {
  const Tensor base = Iota({6}, DType::kComplex128);
  EXPECT_EQ(ElementAt(base, 2) - base.storage->bytes.data(), 32);
}

}  // namespace
}  // namespace viewproof
