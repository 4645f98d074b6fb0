#include "reference/ops/squeeze.h"

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace squeeze_test {

const Geometry kOnes = {{2, 1, 3, 1}, {3, 9, 1, 7}, 4};
const Geometry kScalar = {{}, {}, 4};

// squeeze.r1
TEST(Squeeze, LeavesOutEverySizeOfOneAndNoOther) {
  const Geometry expected = {{2, 3}, {3, 1}, 4};
  const Geometry empty = {{0}, {1}, 0};
  EXPECT_EQ(Squeeze(kOnes), expected);
  EXPECT_EQ(Squeeze({{0, 1}, {1, 1}, 0}), empty);
  EXPECT_EQ(Squeeze(kScalar), kScalar);
}

// squeeze_dim.r1 dim.d2
TEST(SqueezeDim, LeavesOutOneDimensionIfItsSizeIsOne) {
  const Geometry expected = {{2, 1, 3}, {3, 9, 1}, 4};
  EXPECT_EQ(SqueezeDim(kOnes, -1).value(), expected);
  EXPECT_EQ(SqueezeDim(kOnes, 2).value(), kOnes);
  EXPECT_EQ(SqueezeDim(kScalar, -1).value(), kScalar);
}

// squeeze_dim.e1
TEST(SqueezeDim, RejectsADimensionOutOfRange) {
  ExpectRefused(SqueezeDim(kOnes, 4), "squeeze_dim.e1");
  ExpectRefused(SqueezeDim(kScalar, 1), "squeeze_dim.e1");
}

// squeeze_dims.r1
TEST(SqueezeDims, LeavesOutTheNamedDimensionsOfSizeOne) {
  const Geometry expected = {{2, 3}, {3, 1}, 4};
  EXPECT_EQ(SqueezeDims(kOnes, {-1, 0, 1}).value(), expected);
  EXPECT_EQ(SqueezeDims(kOnes, {}).value(), kOnes);
  EXPECT_EQ(SqueezeDims(kScalar, {0}).value(), kScalar);
}

// squeeze_dims.e1 squeeze_dims.e2
TEST(SqueezeDims, RejectsTheFirstBadEntry) {
  ExpectRefused(SqueezeDims(kOnes, {9, 1, 1}), "squeeze_dims.e1");
  ExpectRefused(SqueezeDims(kOnes, {1, -3, 9}), "squeeze_dims.e2");
  ExpectRefused(SqueezeDims(kScalar, {0, -1}), "squeeze_dims.e2");
}

struct Unsqueezed {
  const char* name;
  Geometry operand;
  int64_t dim;
  Geometry expected;
};

class UnsqueezeGives : public testing::TestWithParam<Unsqueezed> {};

// unsqueeze.r1 unsqueeze.r2 unsqueeze.i1
TEST_P(UnsqueezeGives, ADimensionOfSizeOneThatSqueezeTakesBack) {
  const auto& [name, operand, dim, expected] = GetParam();
  EXPECT_EQ(Unsqueeze(operand, dim).value(), expected);
  EXPECT_EQ(SqueezeDim(expected, dim).value(), operand);
}

const Geometry kMatrix = {{2, 3}, {3, 1}, 4};

INSTANTIATE_TEST_SUITE_P(
    Dim, UnsqueezeGives,
    testing::Values(Unsqueezed{"Front", kMatrix, 0, {{1, 2, 3}, {6, 3, 1}, 4}},
                    Unsqueezed{
                        "Middle", kMatrix, -2, {{2, 1, 3}, {3, 3, 1}, 4}},
                    Unsqueezed{"End", kMatrix, -1, {{2, 3, 1}, {3, 1, 1}, 4}},
                    Unsqueezed{"BeforeNone",
                               {{2, 0, 3}, {3, 3, 1}, 0},
                               1,
                               {{2, 1, 0, 3}, {3, 0, 3, 1}, 0}},
                    Unsqueezed{"RankZero", kScalar, -1, {{1}, {1}, 4}}),
    kRowName);

// unsqueeze.e1
TEST(Unsqueeze, RejectsADimensionOutOfRange) {
  ExpectRefused(Unsqueeze(kMatrix, 3), "unsqueeze.e1");
  ExpectRefused(Unsqueeze(kMatrix, -4), "unsqueeze.e1");
}

// unsqueeze.e2
TEST(Unsqueeze, RejectsAStrideBeyondInt64) {
  ExpectRefused(Unsqueeze({{4, 0}, {k2To62, 1}, 0}, 0), "unsqueeze.e2");
}

}  // namespace squeeze_test
}  // namespace viewproof
