#include "reference/ops/movedim.h"

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace movedim_test {

const Geometry kScalar = {.sizes = {}, .strides = {}, .offset = 4};
const Geometry kFour = {{2, 3, 4, 5}, {60, 20, 5, 1}, 7};

struct Moved {
  const char* name;
  Ints source;
  Ints destination;
  Geometry expected;
};

class MoveDimGives : public testing::TestWithParam<Moved> {};

// movedim.d1 movedim.r1 movedim.r2
TEST_P(MoveDimGives, TheOthersInTheirOrderAroundTheMoved) {
  const auto& [name, source, destination, expected] = GetParam();
  EXPECT_EQ(MoveDim(kFour, source, destination).value(), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Dims, MoveDimGives,
    testing::Values(
        Moved{"ToTheEnd", {0}, {3}, {{3, 4, 5, 2}, {20, 5, 1, 60}, 7}},
        Moved{"ToTheFront", {-1}, {0}, {{5, 2, 3, 4}, {1, 60, 20, 5}, 7}},
        Moved{"Inwards", {0}, {-3}, {{3, 2, 4, 5}, {20, 60, 5, 1}, 7}},
        Moved{"TwoAtOnce", {0, 1}, {-1, 0}, {{3, 4, 5, 2}, {20, 5, 1, 60}, 7}},
        Moved{"All",
              {0, 1, 2, 3},
              {2, 3, 0, 1},
              {{4, 5, 2, 3}, {5, 1, 60, 20}, 7}},
        Moved{"WhereItStands", {1}, {-3}, kFour}, Moved{"None", {}, {}, kFour}),
    kRowName);

// movedim.r2 dim.d2
TEST(MoveDim, OfRankZeroTakesTheNamesOfOneDimension) {
  EXPECT_EQ(MoveDim(kScalar, {}, {}).value(), kScalar);
  EXPECT_EQ(MoveDim(kScalar, {0}, {-1}).value(), kScalar);
}

struct Refused {
  const char* name;
  Ints source;
  Ints destination;
  ErrorRule rule;
};

class MoveDimRejects : public testing::TestWithParam<Refused> {};

// movedim.e1 movedim.e2 movedim.e3 movedim.e4 movedim.e5
TEST_P(MoveDimRejects, NamingTheBrokenRule) {
  const auto& [name, source, destination, rule] = GetParam();
  ExpectRefused(MoveDim(kFour, source, destination), rule);
}

INSTANTIATE_TEST_SUITE_P(
    Dims, MoveDimRejects,
    testing::Values(
        Refused{"LengthBeforeRange", {9}, {}, "movedim.e1"},
        Refused{"SourceBeforeDestination", {kMin}, {9}, "movedim.e2"},
        Refused{
            "DestinationBeforeARepeatedSource", {0, 0}, {1, 4}, "movedim.e3"},
        Refused{"SourceTwice", {0, -4}, {1, 1}, "movedim.e4"},
        Refused{"DestinationTwice", {0, 1}, {3, -1}, "movedim.e5"}),
    kRowName);

// movedim.e2 movedim.e4
TEST(MoveDim, OfRankZeroRejectsAsOfOneDimension) {
  ExpectRefused(MoveDim(kScalar, {1}, {0}), "movedim.e2");
  ExpectRefused(MoveDim(kScalar, {0, -1}, {0, 0}), "movedim.e4");
}

}  // namespace movedim_test
}  // namespace viewproof
