#include "reference/ops/slice.h"

#include <optional>

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace slice_test {

const Geometry kMatrix = {{4, 3}, {3, 1}, 2};
const Geometry kScalar = {{}, {}, 2};
// Without elements, so that any stride is lawful.
const Geometry kFarApart = {{8, 0}, {k2To62, 1}, 0};
constexpr auto kNone = std::nullopt;

// select.d1 select.r1 select.r2
TEST(Select, LeavesOutTheDimensionAndMovesTheOffset) {
  const Geometry row = {{3}, {1}, 8};
  const Geometry column = {{4}, {3}, 4};
  EXPECT_EQ(Select(kMatrix, 0, 2).value(), row);
  EXPECT_EQ(Select(kMatrix, -1, -1).value(), column);
}

struct BadIndex {
  const char* name;
  Geometry operand;
  int64_t dim;
  int64_t index;
  ErrorRule rule;
};

class SelectRejects : public testing::TestWithParam<BadIndex> {};

// select.e1 select.e2 select.e3 select.e4
TEST_P(SelectRejects, NamingTheBrokenRule) {
  const auto& [name, operand, dim, index, rule] = GetParam();
  ExpectRefused(Select(operand, dim, index), rule);
}

INSTANTIATE_TEST_SUITE_P(
    Index, SelectRejects,
    testing::Values(BadIndex{"RankZero", kScalar, 9, 9, "select.e1"},
                    BadIndex{"Dim", kMatrix, 2, 9, "select.e2"},
                    BadIndex{"PastEnd", kMatrix, 0, 4, "select.e3"},
                    BadIndex{"Lowest", kMatrix, 0, kMin, "select.e3"},
                    BadIndex{"OfNone", kFarApart, 1, 0, "select.e3"},
                    BadIndex{"Offset", kFarApart, 0, 4, "select.e4"}),
    kRowName);

struct Sliced {
  const char* name;
  std::optional<int64_t> start;
  std::optional<int64_t> end;
  int64_t step;
  Geometry expected;
};

class SliceGives : public testing::TestWithParam<Sliced> {};

// slice.d1 slice.d2 slice.r1 slice.r2 slice.r3
TEST_P(SliceGives, TheRowsFromStartToEnd) {
  const auto& [name, start, end, step, expected] = GetParam();
  EXPECT_EQ(Slice(kMatrix, 0, start, end, step).value(), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Bounds, SliceGives,
    testing::Values(Sliced{"All", kNone, kNone, 1, {{4, 3}, {3, 1}, 2}},
                    Sliced{"Some", 1, 3, 1, {{2, 3}, {3, 1}, 5}},
                    Sliced{"EverySecond", 1, kNone, 2, {{2, 3}, {6, 1}, 5}},
                    Sliced{"RoundedUp", kNone, 3, 2, {{2, 3}, {6, 1}, 2}},
                    Sliced{"FromTheEnd", -3, -1, 1, {{2, 3}, {3, 1}, 5}},
                    Sliced{"BroughtIn", kMin, kMax, 1, {{4, 3}, {3, 1}, 2}},
                    Sliced{"EndBeforeStart", 2, 1, 1, {{0, 3}, {3, 1}, 8}},
                    Sliced{"PastTheEnd", 9, kNone, 1, {{0, 3}, {3, 1}, 14}},
                    Sliced{"LargeStep",
                           3,
                           kNone,
                           k2To62 / 4,
                           {{1, 3}, {k2To62 / 4 * 3, 1}, 11}}),
    kRowName);

// slice.r1
TEST(Slice, CountsExactlyWhateverTheStep) {
  const Geometry expected = {{2, 1}, {3, kMax}, 0};
  EXPECT_EQ(Slice({{2, 3}, {3, 1}, 0}, 1, kNone, kNone, kMax).value(),
            expected);
}

// slice.e1 slice.e2 slice.e3 slice.e4
TEST(Slice, RejectsRankThenDimThenStepThenOverflow) {
  ExpectRefused(Slice(kScalar, 9, kNone, kNone, 0), "slice.e1");
  ExpectRefused(Slice(kMatrix, 9, kNone, kNone, 0), "slice.e2");
  ExpectRefused(Slice(kMatrix, 0, kNone, kNone, 0), "slice.e3");
  ExpectRefused(Slice(kMatrix, 0, kNone, kNone, k2To62), "slice.e4");
  ExpectRefused(Slice(kFarApart, 0, 4, kNone, 1), "slice.e4");
}

// narrow.r1 narrow.r2
TEST(Narrow, KeepsStridesAndMovesTheOffset) {
  const Geometry expected = {{2, 3}, {3, 1}, 5};
  const Geometry none = {{0, 3}, {3, 1}, 14};
  EXPECT_EQ(Narrow(kMatrix, 0, 1, 2).value(), expected);
  EXPECT_EQ(Narrow(kMatrix, -2, -3, 2).value(), expected);
  EXPECT_EQ(Narrow(kMatrix, 0, 4, 0).value(), none);
}

struct BadWindow {
  const char* name;
  Geometry operand;
  int64_t dim;
  int64_t start;
  int64_t length;
  ErrorRule rule;
};

class NarrowRejects : public testing::TestWithParam<BadWindow> {};

// narrow.e1 narrow.e2 narrow.e3 narrow.e4 narrow.e5 narrow.e6
TEST_P(NarrowRejects, NamingTheBrokenRule) {
  const auto& [name, operand, dim, start, length, rule] = GetParam();
  ExpectRefused(Narrow(operand, dim, start, length), rule);
}

INSTANTIATE_TEST_SUITE_P(
    Window, NarrowRejects,
    testing::Values(BadWindow{"RankZero", kScalar, 9, 9, -1, "narrow.e1"},
                    BadWindow{"Length", kMatrix, 9, 9, -1, "narrow.e2"},
                    BadWindow{"Dim", kMatrix, 9, 9, 9, "narrow.e3"},
                    BadWindow{"PastEnd", kMatrix, 0, 5, 9, "narrow.e4"},
                    BadWindow{"OfNone", kFarApart, 1, -1, 0, "narrow.e4"},
                    BadWindow{"TooLong", kMatrix, 0, -1, 2, "narrow.e5"},
                    BadWindow{"FarTooLong", kMatrix, 0, 1, kMax, "narrow.e5"},
                    BadWindow{"Offset", kFarApart, 0, 4, 1, "narrow.e6"}),
    kRowName);

}  // namespace slice_test
}  // namespace viewproof
