#include "reference/ops/unflatten.h"

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace unflatten_test {

struct Split {
  const char* name;
  Geometry operand;
  int64_t dim;
  Ints sizes;
  Geometry expected;
};

class UnflattenGives : public testing::TestWithParam<Split> {};

// unflatten.d1 unflatten.r1 unflatten.r2
TEST_P(UnflattenGives, TheSizesAndStridesOfPyTorch) {
  const auto& [name, operand, dim, sizes, expected] = GetParam();
  EXPECT_EQ(Unflatten(operand, dim, sizes).value(), expected);
}

const Geometry kColumns = {{6, 4}, {1, 6}, 3};
const Geometry kEmpty = {{0, 4}, {9, 7}, 3};

INSTANTIATE_TEST_SUITE_P(
    Sizes, UnflattenGives,
    testing::Values(
        Split{"First", kColumns, 0, {2, 3}, {{2, 3, 4}, {3, 1, 6}, 3}},
        Split{"Last", kColumns, -1, {2, -1}, {{6, 2, 2}, {1, 12, 6}, 3}},
        Split{"IntoItself", kColumns, 0, {-1}, kColumns},
        Split{"SizeOneElsewhere",
              {{1, 6, 1}, {40, 2, 7}, 0},
              1,
              {2, 3},
              {{1, 2, 3, 1}, {12, 6, 2, 7}, 0}},
        Split{"StrideZero", {{6}, {0}, 1}, 0, {3, 2}, {{3, 2}, {0, 0}, 1}},
        Split{"EmptyElsewhere", kEmpty, 1, {2, -1}, {{0, 2, 2}, {4, 2, 1}, 3}},
        Split{"Empty", kEmpty, 0, {3, -1}, {{3, 0, 4}, {4, 4, 1}, 3}},
        Split{"EmptyIntoItself", kEmpty, 1, {4}, kEmpty}),
    kRowName);

struct Refused {
  const char* name;
  Geometry operand;
  int64_t dim;
  Ints sizes;
  ErrorRule rule;
};

class UnflattenRejects : public testing::TestWithParam<Refused> {};

// unflatten.e1 unflatten.e2 unflatten.e3 unflatten.e4 unflatten.e5 unflatten.e6
// unflatten.e7 unflatten.e8
TEST_P(UnflattenRejects, NamingTheBrokenRule) {
  const auto& [name, operand, dim, sizes, rule] = GetParam();
  ExpectRefused(Unflatten(operand, dim, sizes), rule);
}

const Geometry kScalar = {{}, {}, 3};

INSTANTIATE_TEST_SUITE_P(
    Sizes, UnflattenRejects,
    testing::Values(
        Refused{"DimBeforeNoSizes", kColumns, 2, {}, "unflatten.e1"},
        Refused{"RankZeroBeyondItsOneName", kScalar, 1, {1}, "unflatten.e1"},
        Refused{"NoSizesBeforeRankZero", kScalar, 0, {}, "unflatten.e2"},
        Refused{"RankZeroBeforeBadSizes", kScalar, -1, {-2}, "unflatten.e3"},
        Refused{"BelowMinusOne", kColumns, 0, {-1, -2, -1}, "unflatten.e4"},
        Refused{"TwoToInfer", kColumns, 0, {-1, -1, -2}, "unflatten.e5"},
        Refused{"Ambiguous", kEmpty, 0, {0, -1}, "unflatten.e6"},
        Refused{"NumelIsNotTheSize", kColumns, 0, {4, 6}, "unflatten.e7"},
        Refused{"WrappingProduct", kEmpty, 0, {k2To62, 4}, "unflatten.e7"},
        Refused{"EmptyBeyondInt64",
                {{0, 4}, {1, 1}, 0},
                0,
                {0, k2To62},
                "unflatten.e8"}),
    kRowName);

}  // namespace unflatten_test
}  // namespace viewproof
