#include "conformance/gen/write.h"

#include "gtest/gtest.h"

namespace viewproof {
namespace {

const Geometry kRow = {.sizes = {4}, .strides = {1}, .offset = 0};

TEST(WriteIsSpecified, WhenTargetAndSourceLieInTwoStorages) {
  EXPECT_TRUE(WriteIsSpecified(kRow, kRow, false));
  EXPECT_TRUE(WriteIsSpecified(kRow, {{1}, {1}, 0}, false));
}

TEST(WriteIsSpecified, NotWhenTheTargetHoldsAnElementTwice) {
  EXPECT_FALSE(WriteIsSpecified({{4}, {0}, 0}, {{4}, {1}, 0}, false));
  // unfold(0, 2, 1)
  EXPECT_FALSE(WriteIsSpecified({{3, 2}, {1, 1}, 0}, {{2}, {1}, 0}, false));
}

TEST(WriteIsSpecified, WhenTheTargetIsItsOwnSource) {
  EXPECT_TRUE(WriteIsSpecified(kRow, kRow, true));
  EXPECT_TRUE(WriteIsSpecified({{4}, {0}, 0}, {{4}, {0}, 0}, true));
}

TEST(WriteIsSpecified, WhenTheTargetIsItsOwnConjugateUnlessAnElementIsTwice) {
  const Geometry windows = {{3, 2}, {1, 1}, 0};
  EXPECT_TRUE(WriteIsSpecified(kRow, kRow, true, false));
  EXPECT_TRUE(WriteIsSpecified(windows, windows, true));
  EXPECT_FALSE(WriteIsSpecified(windows, windows, true, false));
}

TEST(WriteIsSpecified, NotWhenAnElementIsReadAfterItMayBeWritten) {
  // x[2::2].copy_(x[:-2:2]) of six elements
  EXPECT_FALSE(WriteIsSpecified({{2}, {2}, 2}, {{2}, {2}, 0}, true));
  EXPECT_TRUE(WriteIsSpecified({{2}, {2}, 1}, {{2}, {2}, 0}, true));
}

TEST(WriteIsSpecified, NotWhenARepeatedSourceLiesInTheTarget) {
  EXPECT_FALSE(WriteIsSpecified(kRow, {{1}, {1}, 0}, true));
  EXPECT_TRUE(WriteIsSpecified({{3}, {1}, 1}, {{1}, {1}, 0}, true));
}

TEST(WriteIsSpecified, WhenTheTargetIsEmpty) {
  EXPECT_TRUE(WriteIsSpecified({{0, 4}, {0, 0}, 0}, {{1}, {1}, 0}, true));
}

}  // namespace
}  // namespace viewproof
