#include "reference/ops/reshape.h"

#include <variant>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"
#include "reference/ops/permute.h"

namespace viewproof {
namespace reshape_test {

using testing::ElementsAre;

Tensor Transposed(const Tensor& tensor) {
  return On(tensor, TransposeMatrix(tensor.geometry).value());
}

// reshape.r1 reshape.r3
TEST(Reshape, IsAViewWhereOneExists) {
  const Tensor base = Iota({2, 3});
  const Tensor result = Reshape(base, {3, -1}).value();
  const Geometry expected = {{3, 2}, {2, 1}, 0};
  EXPECT_EQ(result.geometry, expected);
  EXPECT_EQ(result.storage, base.storage);
}

// reshape.d1 reshape.r2 reshape.i1 storage.d2 storage.i4
TEST(Reshape, CopiesInRowMajorOrderWhereNoViewExists) {
  const Tensor base = Iota({2, 3});
  const Tensor result = Reshape(Transposed(base), {6}).value();
  const Geometry expected = {{6}, {1}, 0};
  EXPECT_EQ(result.geometry, expected);
  EXPECT_NE(result.storage, base.storage);
  EXPECT_THAT(Values(result), ElementsAre(1, 4, 2, 5, 3, 6));
}

struct Refused {
  const char* name;
  Geometry operand;
  Ints shape;
  ErrorRule rule;
};

class ReshapeRejects : public testing::TestWithParam<Refused> {};

// reshape.e1 reshape.e2 reshape.e3 reshape.e4 reshape.e5
TEST_P(ReshapeRejects, NamingTheBrokenRule) {
  const auto& [name, operand, shape, rule] = GetParam();
  ExpectRefused(Reshape(On(Iota({6}), operand), shape), rule);
}

const Geometry kSix = {{6}, {1}, 0};
const Geometry kEmpty = {{0}, {1}, 0};

INSTANTIATE_TEST_SUITE_P(
    Shape, ReshapeRejects,
    testing::Values(Refused{"Negative", kSix, {-2, 3}, "reshape.e1"},
                    Refused{"Twice", kSix, {-1, -1}, "reshape.e2"},
                    Refused{"Any", kEmpty, {0, -1}, "reshape.e3"},
                    Refused{"NoFit", kSix, {4, -1}, "reshape.e4"},
                    Refused{
                        "EmptyBeyondInt64", kEmpty, {0, kMax, 2}, "reshape.e5"},
                    Refused{"CopyBeyondInt64",
                            {{k2To62 / 2, 3}, {0, 1}, 0},
                            {-1},
                            "reshape.e5"}),
    kRowName);

// flatten.r1
TEST(Flatten, MakesOneDimensionOfRankZero) {
  const Tensor base = Iota({});
  const TensorOrItself result = Flatten(base, 0, -1).value();
  const Geometry expected = {{1}, {1}, 0};
  EXPECT_EQ(std::get<Tensor>(result).geometry, expected);
  EXPECT_EQ(std::get<Tensor>(result).storage, base.storage);
}

// flatten.r2 storage.d3
TEST(Flatten, OfOneDimensionIsTheOperandItself) {
  const TensorOrItself result = Flatten(Iota({2, 3}), 1, -1).value();
  EXPECT_TRUE(std::holds_alternative<Itself>(result));
}

// flatten.r3
TEST(Flatten, MergesAsReshapeDoesByViewOrByCopy) {
  const Tensor base = Iota({2, 3});
  const auto view = std::get<Tensor>(Flatten(base, 0, 1).value());
  const auto copy = std::get<Tensor>(Flatten(Transposed(base), 0, 1).value());
  EXPECT_EQ(view.storage, base.storage);
  EXPECT_NE(copy.storage, base.storage);
  EXPECT_THAT(Values(copy), ElementsAre(1, 4, 2, 5, 3, 6));
}

// flatten.r3
TEST(Flatten, KeepsTheZerosAroundTheMergedDimension) {
  const auto result =
      std::get<Tensor>(Flatten(Iota({0, 1, 3, 0}), 1, 2).value());
  EXPECT_THAT(result.geometry.sizes, ElementsAre(0, 3, 0));
  EXPECT_THAT(result.geometry.strides, ElementsAre(3, 1, 1));
}

struct BadRange {
  const char* name;
  Geometry operand;
  int64_t start_dim;
  int64_t end_dim;
  ErrorRule rule;
};

class FlattenRejects : public testing::TestWithParam<BadRange> {};

// flatten.e1 flatten.e2 flatten.e3 flatten.e4 flatten.e5
TEST_P(FlattenRejects, NamingTheBrokenRule) {
  const auto& [name, operand, start_dim, end_dim, rule] = GetParam();
  ExpectRefused(Flatten(On(Iota({6}), operand), start_dim, end_dim), rule);
}

const Geometry kMatrix = {{2, 3}, {3, 1}, 0};

INSTANTIATE_TEST_SUITE_P(
    Dims, FlattenRejects,
    testing::Values(BadRange{"Start", kMatrix, 2, 9, "flatten.e1"},
                    BadRange{"End", kMatrix, 1, -3, "flatten.e2"},
                    BadRange{"RankZero", {{}, {}, 0}, 0, 1, "flatten.e2"},
                    BadRange{"Order", kMatrix, 1, 0, "flatten.e3"},
                    BadRange{"MergedBeyondInt64",
                             {{0, k2To62, 4}, {0, 0, 0}, 0},
                             1,
                             2,
                             "flatten.e4"},
                    BadRange{"CopyBeyondInt64",
                             {{k2To62 / 2, 3}, {0, 1}, 0},
                             0,
                             1,
                             "flatten.e5"}),
    kRowName);

// ravel.r1
TEST(Ravel, IsAViewOfAContiguousOperand) {
  const Tensor base = Iota({3, 2});
  const Tensor rows = On(base, {{2, 2}, {2, 1}, 2});
  const Tensor result = Ravel(rows).value();
  const Geometry expected = {{4}, {1}, 2};
  EXPECT_EQ(result.geometry, expected);
  EXPECT_EQ(result.storage, base.storage);
}

// ravel.d1 ravel.r2 ravel.i1
TEST(Ravel, CopiesWhatHasGapsEvenIfAViewExists) {
  const Tensor base = Iota({6});
  const Tensor result = Ravel(On(base, {{3}, {2}, 1})).value();
  const Geometry expected = {{3}, {1}, 0};
  EXPECT_EQ(result.geometry, expected);
  EXPECT_NE(result.storage, base.storage);
  EXPECT_THAT(Values(result), ElementsAre(2, 4, 6));
}

// ravel.e1
TEST(Ravel, RefusesACopyBeyondInt64) {
  ExpectRefused(Ravel(On(Iota({1}), {{k2To62}, {0}, 0})), "ravel.e1");
}

}  // namespace reshape_test
}  // namespace viewproof
