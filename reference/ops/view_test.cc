#include "reference/ops/view.h"

#include "gtest/gtest.h"
#include "reference/core/test_util.h"
#include "reference/ops/permute.h"

namespace viewproof {
namespace view_test {

struct Viewed {
  const char* name;
  Geometry operand;
  Ints size;
  Geometry expected;
};

class ViewGives : public testing::TestWithParam<Viewed> {};

// view.d1 view.r1 view.r2 view.r3 viewable.d2 viewable.d3 viewable.r1
// viewable.r2 viewable.r3
TEST_P(ViewGives, TheSizesAndStridesOfPyTorch) {
  const auto& [name, operand, size, expected] = GetParam();
  EXPECT_EQ(View(operand, size).value(), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, ViewGives,
    testing::Values(
        Viewed{"Merged", {{2, 3}, {3, 1}, 4}, {6}, {{6}, {1}, 4}},
        Viewed{"Split", {{6}, {2}, 1}, {2, 3}, {{2, 3}, {6, 2}, 1}},
        Viewed{"Inferred", {{2, 3}, {3, 1}, 0}, {3, -1}, {{3, 2}, {2, 1}, 0}},
        Viewed{"InferredZero", {{0}, {1}, 0}, {-1, 3}, {{0, 3}, {3, 1}, 0}},
        Viewed{"AcrossChunks",
               {{2, 4, 3}, {1, 6, 2}, 0},
               {2, 2, 6},
               {{2, 2, 6}, {1, 12, 2}, 0}},
        Viewed{"RankZero", {{}, {}, 7}, {1, 1}, {{1, 1}, {1, 1}, 7}},
        Viewed{"ToRankZero", {{1}, {7}, 2}, {}, {{}, {}, 2}},
        Viewed{
            "OddStrideOfSizeOne", {{1}, {7}, 0}, {1, 1}, {{1, 1}, {7, 7}, 0}},
        Viewed{"SizeOneInFront",
               {{1, 3}, {100, 1}, 0},
               {1, 3},
               {{1, 3}, {3, 1}, 0}},
        Viewed{"SizeOneAtTheEnd",
               {{3, 1}, {1, 100}, 0},
               {3, 1},
               {{3, 1}, {1, 100}, 0}},
        Viewed{"SizeOneBetween",
               {{2, 1}, {1, 9}, 0},
               {1, 2, 1},
               {{1, 2, 1}, {2, 1, 9}, 0}},
        Viewed{"StrideZero", {{3, 4}, {0, 0}, 1}, {2, 6}, {{2, 6}, {0, 0}, 1}},
        Viewed{"EmptyInItsOwnSizes",
               {{2, 0}, {7, 9}, 5},
               {2, 0},
               {{2, 0}, {7, 9}, 5}},
        Viewed{"EmptyInOtherSizes",
               {{2, 0}, {7, 9}, 5},
               {2, 0, 3},
               {{2, 0, 3}, {3, 3, 1}, 5}}),
    kRowName);

struct Refused {
  const char* name;
  Geometry operand;
  Ints size;
  ErrorRule rule;
};

class ViewRejects : public testing::TestWithParam<Refused> {};

// view.e1 view.e2 view.e3 view.e4 view.e5 view.e6 viewable.d1 viewable.i2
TEST_P(ViewRejects, NamingTheBrokenRule) {
  const auto& [name, operand, size, rule] = GetParam();
  ExpectRefused(View(operand, size), rule);
}

const Geometry kSix = {{6}, {1}, 0};
const Geometry kTurned = {{3, 2}, {1, 3}, 0};
const Geometry kEmpty = {{0}, {1}, 0};

INSTANTIATE_TEST_SUITE_P(
    Size, ViewRejects,
    testing::Values(
        Refused{"BelowMinusOne", kSix, {-2, 3}, "view.e1"},
        Refused{"NegativeBeforeTwo", kSix, {-1, -2, -1}, "view.e1"},
        Refused{"TwoBeforeNegative", kSix, {-1, -1, -2}, "view.e2"},
        Refused{"Ambiguous", kEmpty, {0, -1}, "view.e3"},
        Refused{"TooMany", kSix, {7}, "view.e4"},
        Refused{"NoFit", kSix, {4, -1}, "view.e4"},
        Refused{"ZeroNeverFits", kSix, {0, -1}, "view.e4"},
        Refused{"RankZeroOfNone", kEmpty, {}, "view.e4"},
        Refused{"WrappingProduct", kEmpty, {k2To62, 4}, "view.e4"},
        Refused{"WrappingProductOfTheOthers", kSix, {k2To62, 4, -1}, "view.e4"},
        Refused{"SizeBeforeStrides", kTurned, {7}, "view.e4"},
        Refused{"Transposed", kTurned, {6}, "view.e5"},
        Refused{"Gap", {{2, 2}, {3, 1}, 0}, {4}, "view.e5"},
        Refused{"EmptyBeyondInt64", kEmpty, {0, kMax, 2}, "view.e6"}),
    kRowName);

// viewable.d1: a view needs addresses in the order of its indices.
TEST(ViewStrides, RefusesANewDimensionAcrossTwoChunks) {
  EXPECT_FALSE(ViewStrides({{2, 3, 4}, {12, 1, 3}, 0}, {2, 12}).has_value());
}

// viewable.i1 view.i1
TEST(ViewStrides, OfAContiguousTensorAreRowMajor) {
  EXPECT_EQ(ViewStrides({{2, 3, 4}, {12, 4, 1}, 0}, {4, 3, 2}),
            ContiguousStrides({4, 3, 2}));
}

// detach.r1
TEST(Detach, KeepsTheGeometry) { EXPECT_EQ(Detach(kTurned), kTurned); }

}  // namespace view_test
}  // namespace viewproof
