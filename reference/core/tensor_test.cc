#include "reference/core/tensor.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace tensor_test {

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

// tensor.d3 storage.d2 tensor.i4
TEST(ContiguousCopy, HoldsWhatTheBitsSayAndHasNone) {
  Tensor base = Iota({2}, DType::kComplex64);
  Encode(base.dtype, {1, 2}, ElementAt(base, 0));
  base.conj = true;
  EXPECT_TRUE(ViewOf(base, kTurned).conj);
  const Tensor conjugated = ContiguousCopy(base);
  EXPECT_FALSE(conjugated.conj || conjugated.neg);
  EXPECT_THAT(Read(conjugated), ElementsAre(Scalar{1, -2}, Scalar{2, 0}));
  base.neg = true;
  EXPECT_THAT(Read(base), ElementsAre(Scalar{-1, 2}, Scalar{-2, 0}));
  base.conj = false;
  EXPECT_THAT(Read(base), ElementsAre(Scalar{-1, -2}, Scalar{-2, 0}));
}

// tensor.d3
TEST(LoadElement, TurnsTheSignsOfZerosToo) {
  Tensor zeros = Iota({1}, DType::kComplex64);
  Encode(zeros.dtype, {0, 0}, ElementAt(zeros, 0));
  zeros.conj = true;
  std::byte element[8];
  LoadElement(zeros, 0, element);
  EXPECT_EQ(element[3], std::byte{0});
  EXPECT_EQ(element[7], std::byte{0x80});
}

// write.d2
TEST(StoreElement, IsTheInverseOfLoadElement) {
  Tensor base = Iota({1}, DType::kComplex64);
  base.conj = true;
  base.neg = true;
  std::byte element[8];
  Encode(base.dtype, {3, 4}, element);
  StoreElement(base, 0, element);
  EXPECT_THAT(Read(base), ElementsAre(Scalar{3, 4}));
  base.conj = base.neg = false;
  EXPECT_THAT(Read(base), ElementsAre(Scalar{-3, 4}));
}

// tensor.d2
TEST(ElementAt, CountsInItemSizes) {
  const Tensor base = Iota({6}, DType::kComplex128);
  EXPECT_EQ(ElementAt(base, 2) - base.storage->bytes.data(), 32);
}

}  // namespace tensor_test
}  // namespace viewproof
