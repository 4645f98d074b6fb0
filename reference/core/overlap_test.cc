#include "reference/core/overlap.h"

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace overlap_test {

// copy_.d1
TEST(IsDense, HoldsForAPermutedRunAndNotForAGap) {
  EXPECT_TRUE(IsDense({{2, 3}, {3, 1}, 4}));
  EXPECT_TRUE(IsDense({{3, 2}, {1, 3}, 4}));
  EXPECT_TRUE(IsDense({{3, 1, 2}, {1, 0, 3}, 4}));
  EXPECT_TRUE(IsDense({{0, 2}, {9, 9}, 4}));
  EXPECT_FALSE(IsDense({{2, 2}, {3, 1}, 0}));
  EXPECT_FALSE(IsDense({{3}, {0}, 0}));
}

// copy_.e1
TEST(RepeatsAnElement, LooksForStrideZeroOnly) {
  EXPECT_TRUE(RepeatsAnElement({{2, 3}, {0, 1}, 0}));
  EXPECT_FALSE(RepeatsAnElement({{1, 3}, {0, 1}, 0}));
  EXPECT_FALSE(RepeatsAnElement({{2, 2}, {1, 1}, 0}));
}

// setitem.e4
TEST(Overlap, LooksForSharedBytesOfDenseTensors) {
  const Tensor base = Iota({4});
  EXPECT_TRUE(Overlap(base, base));
  EXPECT_TRUE(Overlap(base, On(base, {{1}, {1}, 3})));
  EXPECT_TRUE(Overlap(On(base, {{2, 2}, {1, 2}, 0}), base));
  EXPECT_FALSE(Overlap(On(base, {{2}, {1}, 0}), On(base, {{2}, {1}, 2})));
  EXPECT_FALSE(Overlap(base, On(base, {{2}, {2}, 0})));
  EXPECT_FALSE(Overlap(base, On(base, {{0}, {1}, 1})));
  EXPECT_FALSE(Overlap(base, Iota({4})));
}

// copy_.e2
TEST(OverlapInPart, ComparesBytesNotElements) {
  const Tensor wide = Iota({4}, DType::kInt32);
  const Tensor narrow{wide.storage, DType::kInt16, {{4}, {1}, 0}};
  EXPECT_TRUE(OverlapInPart(wide, narrow));
  EXPECT_FALSE(OverlapInPart(On(wide, {{2}, {1}, 2}), narrow));
  EXPECT_FALSE(OverlapInPart(wide, Iota({4}, DType::kInt16)));
}

}  // namespace overlap_test
}  // namespace viewproof
