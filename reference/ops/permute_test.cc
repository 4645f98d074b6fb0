#include "reference/ops/permute.h"

#include <variant>

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace permute_test {

const Geometry kMatrix = {.sizes = {2, 3}, .strides = {3, 1}, .offset = 4};
const Geometry kScalar = {.sizes = {}, .strides = {}, .offset = 4};

// permute.r1 permute.r2 permute.r3
TEST(Permute, SwapsSizesAndStridesAndKeepsTheOffset) {
  const Geometry expected = {.sizes = {3, 2}, .strides = {1, 3}, .offset = 4};
  EXPECT_EQ(Permute(kMatrix, {1, 0}).value(), expected);
}

// permute.d1 address.d1
TEST(Permute, MovesEveryIndexButNoElement) {
  const Geometry cube = {{2, 3, 4}, {12, 4, 1}, 0};
  const Geometry result = Permute(cube, {2, 0, -2}).value();
  EXPECT_EQ(Address(result, {3, 1, 2}), Address(cube, {1, 2, 3}));
}

// permute.i1
TEST(Permute, ByTheInverseGivesTheOperand) {
  const Geometry cube = {{2, 3, 4}, {12, 4, 1}, 5};
  const Geometry there = Permute(cube, {2, 0, 1}).value();
  EXPECT_EQ(Permute(there, {1, 2, 0}).value(), cube);
}

// permute.r1
TEST(Permute, OfRankZeroTakesTheEmptyList) {
  EXPECT_EQ(Permute(kScalar, {}).value(), kScalar);
}

// permute.e1 permute.e2 permute.e3 dim.d1
struct BadDims {
  const char* name;
  Ints dims;
  ErrorRule rule;
};

class PermuteRejects : public testing::TestWithParam<BadDims> {};

TEST_P(PermuteRejects, NamingTheBrokenRule) {
  const auto& [name, dims, rule] = GetParam();
  ExpectRefused(Permute(kMatrix, dims), rule);
}

INSTANTIATE_TEST_SUITE_P(
    Dims, PermuteRejects,
    testing::Values(BadDims{"TooFew", {0}, "permute.e1"},
                    BadDims{"TooManyBeforeRange", {9, 9, 9}, "permute.e1"},
                    BadDims{"PastFront", {0, -3}, "permute.e2"},
                    BadDims{"PastEnd", {0, 2}, "permute.e2"},
                    BadDims{"Lowest", {0, kMin}, "permute.e2"},
                    BadDims{"SameTwice", {1, -1}, "permute.e3"}),
    kRowName);

// permute.e2 permute.e3
TEST(Permute, ReportsTheFirstBadEntryWhicheverRuleItBreaks) {
  const Geometry cube = {{2, 3, 4}, {12, 4, 1}, 0};
  ExpectRefused(Permute(cube, {0, 0, 7}), "permute.e3");
  ExpectRefused(Permute(cube, {7, 0, 0}), "permute.e2");
}

// transpose.r1 transpose.i1
TEST(Transpose, ExchangesTwoDimensionsAndTwiceNone) {
  const Geometry cube = {{2, 3, 4}, {12, 4, 1}, 5};
  const Geometry expected = {{4, 3, 2}, {1, 4, 12}, 5};
  EXPECT_EQ(Transpose(cube, 0, -1).value(), expected);
  EXPECT_EQ(Transpose(expected, 0, 2).value(), cube);
}

// transpose.r2 dim.d2
TEST(Transpose, OfOneDimensionWithItselfKeepsTheGeometry) {
  EXPECT_EQ(Transpose(kMatrix, 1, -1).value(), kMatrix);
  EXPECT_EQ(Transpose(kScalar, 0, -1).value(), kScalar);
}

// transpose.e1 transpose.e2
TEST(Transpose, RejectsDim0BeforeDim1) {
  ExpectRefused(Transpose(kMatrix, 2, 9), "transpose.e1");
  ExpectRefused(Transpose(kMatrix, 1, -3), "transpose.e2");
  ExpectRefused(Transpose(kScalar, 0, 1), "transpose.e2");
}

// t.r1
TEST(TransposeMatrix, TransposesAMatrixAndKeepsLowerRanks) {
  const Geometry expected = {{3, 2}, {1, 3}, 4};
  const Geometry vector = {{3}, {2}, 1};
  EXPECT_EQ(TransposeMatrix(kMatrix).value(), expected);
  EXPECT_EQ(TransposeMatrix(vector).value(), vector);
  EXPECT_EQ(TransposeMatrix(kScalar).value(), kScalar);
}

// t.e1
TEST(TransposeMatrix, RejectsRankThree) {
  ExpectRefused(TransposeMatrix({{1, 1, 3}, {3, 3, 1}, 0}), "t.e1");
}

// T.r1
TEST(ReverseDims, TurnsTheListsRoundWhateverTheRank) {
  const Geometry expected = {{4, 3, 2}, {1, 4, 12}, 5};
  EXPECT_EQ(ReverseDims({{2, 3, 4}, {12, 4, 1}, 5}), expected);
  EXPECT_EQ(ReverseDims(kScalar), kScalar);
}

// mT.r1
TEST(TransposeMatrices, ExchangesTheLastTwoDimensions) {
  const Tensor base = Iota({2, 3, 4});
  const auto result = std::get<Tensor>(TransposeMatrices(base).value());
  const Geometry expected = {{2, 4, 3}, {12, 1, 4}, 0};
  EXPECT_EQ(result.geometry, expected);
  EXPECT_EQ(result.storage, base.storage);
}

// mT.r2 storage.d3
TEST(TransposeMatrices, OfRankZeroIsTheOperandItself) {
  const TensorOrItself result = TransposeMatrices(Iota({})).value();
  EXPECT_TRUE(std::holds_alternative<Itself>(result));
}

// mT.e1
TEST(TransposeMatrices, RejectsAVector) {
  ExpectRefused(TransposeMatrices(Iota({3})), "mT.e1");
}

}  // namespace permute_test
}  // namespace viewproof
