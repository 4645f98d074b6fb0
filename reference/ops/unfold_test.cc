#include "reference/ops/unfold.h"

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace unfold_test {

struct Unfolded {
  const char* name;
  Geometry operand;
  int64_t dimension;
  int64_t size;
  int64_t step;
  Geometry expected;
};

class UnfoldGives : public testing::TestWithParam<Unfolded> {};

// unfold.d1 unfold.r1 unfold.r2 unfold.r3 unfold.r4
TEST_P(UnfoldGives, TheGeometryOfPyTorch) {
  const auto& [name, operand, dimension, size, step, expected] = GetParam();
  EXPECT_EQ(Unfold(operand, dimension, size, step).value(), expected);
}

const Geometry kFive = {{5}, {3}, 2};
const Geometry kMatrix = {{5, 2}, {2, 1}, 0};
const Geometry kScalar = {{}, {}, 2};

INSTANTIATE_TEST_SUITE_P(
    Windows, UnfoldGives,
    testing::Values(
        Unfolded{"Overlapping", kFive, 0, 2, 1, {{4, 2}, {3, 3}, 2}},
        Unfolded{"Apart", kFive, -1, 2, 3, {{2, 2}, {9, 3}, 2}},
        Unfolded{"OfNone", kFive, 0, 0, 2, {{3, 0}, {6, 3}, 2}},
        Unfolded{"OneWindow", kMatrix, 1, 2, 9, {{5, 1, 2}, {2, 9, 1}, 0}},
        Unfolded{"NoElement", {{0}, {1}, 0}, 0, 0, 1, {{1, 0}, {1, 1}, 0}},
        Unfolded{"RankZero", kScalar, -1, 1, kMax, {{1}, {1}, 2}},
        Unfolded{"RankZeroOfNone", kScalar, 0, 0, 1, {{0}, {1}, 2}}),
    kRowName);

struct Refused {
  const char* name;
  Geometry operand;
  int64_t dimension;
  int64_t size;
  int64_t step;
  ErrorRule rule;
};

class UnfoldRejects : public testing::TestWithParam<Refused> {};

// unfold.e1 unfold.e2 unfold.e3 unfold.e4 unfold.e5
TEST_P(UnfoldRejects, NamingTheBrokenRule) {
  const auto& [name, operand, dimension, size, step, rule] = GetParam();
  ExpectRefused(Unfold(operand, dimension, size, step), rule);
}

INSTANTIATE_TEST_SUITE_P(
    Windows, UnfoldRejects,
    testing::Values(
        Refused{"Dimension", kFive, 1, -1, 0, "unfold.e1"},
        Refused{"Negative", kFive, 0, -1, 0, "unfold.e2"},
        Refused{"TooLarge", kFive, 0, 6, 0, "unfold.e3"},
        Refused{"TooLargeAtRankZero", kScalar, 0, 2, 1, "unfold.e3"},
        Refused{"Step", kFive, 0, 5, 0, "unfold.e4"},
        Refused{"Stride", kMatrix, 0, 5, k2To62, "unfold.e5"},
        Refused{"Windows", {{kMax, 0}, {1, 1}, 0}, 0, 0, 1, "unfold.e5"},
        Refused{"Count", {{k2To62}, {0}, 0}, 0, 4, 1, "unfold.e5"}),
    kRowName);

}  // namespace unfold_test
}  // namespace viewproof
