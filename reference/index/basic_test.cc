#include "reference/index/basic.h"

#include <ostream>
#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/index/index_test_util.h"

namespace viewproof {
namespace basic_test {

using testing::ElementsAre;
using testing::IsEmpty;

// float32[2,3,4]
const Geometry kCube = {{2, 3, 4}, {12, 4, 1}, 0};

Part Apply(const Index<Tensor>& index, const Geometry& operand = kCube) {
  return ApplyBasic(operand, index).value();
}

struct Basic {
  std::string name;
  Index<Tensor> index;
  Geometry part;
};

void PrintTo(const Basic& row, std::ostream* os) { *os << row.name; }

class BasicIndex : public testing::TestWithParam<Basic> {};

// index.r1 index.d1
TEST_P(BasicIndex, LeavesThePart) {
  const Part part = Apply(GetParam().index);
  EXPECT_EQ(part.geometry, GetParam().part);
  EXPECT_THAT(part.advanced, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Every, BasicIndex,
    testing::ValuesIn<Basic>({
        {"Number", {1}, {{3, 4}, {4, 1}, 12}},
        {"NegativeNumber", {-1, -3}, {{4}, {1}, 12}},
        {"AllNumbers", {1, 2, 3}, {{}, {}, 23}},
        {"Range", {Range{1, {}, {}}}, {{1, 3, 4}, {12, 4, 1}, 12}},
        {"SteppedRange",
         {kWhole, Range{{}, {}, 2}},
         {{2, 2, 4}, {12, 8, 1}, 0}},
        {"NumberAfterARange", {kWhole, 1}, {{2, 4}, {12, 1}, 4}},
        {"Ellipsis", {Ellipsis()}, kCube},
        {"NumberAfterAnEllipsis", {Ellipsis(), 1}, {{2, 3}, {12, 4}, 1}},
        {"EllipsisBetween", {1, Ellipsis(), 2}, {{3}, {4}, 14}},
        {"EllipsisOfNothing", {1, 0, Ellipsis(), 2}, {{}, {}, 14}},
        {"Null", {NewAxis()}, {{1, 2, 3, 4}, {24, 12, 4, 1}, 0}},
        {"NullAfterANumber", {1, NewAxis()}, {{1, 3, 4}, {12, 4, 1}, 12}},
        {"NullAtTheEnd",
         {Ellipsis(), NewAxis()},
         {{2, 3, 4, 1}, {12, 4, 1, 1}, 0}},
    }),
    kRowName);

// index.d2
TEST(ApplyBasic, TakesASignedTensorOfRankZeroForANumber) {
  for (const DType dtype :
       {DType::kInt8, DType::kInt16, DType::kInt32, DType::kInt64}) {
    const Part part = Apply({Of(dtype, {}, {-1})});
    EXPECT_EQ(part.geometry, Apply({1}).geometry);
    EXPECT_THAT(part.advanced, IsEmpty());
  }
}

// index.d3
TEST(ApplyBasic, PutsInADimensionToPickZeroOrNothingOfForABoolean) {
  const Part part = Apply({kWhole, true, 1, false});
  EXPECT_THAT(part.geometry.sizes, ElementsAre(2, 1, 1, 4));
  ASSERT_EQ(part.advanced.size(), 2u);
  EXPECT_EQ(part.advanced[0].dim, 1);
  EXPECT_THAT(Values(part.advanced[0].tensor), ElementsAre(0));
  EXPECT_EQ(part.advanced[1].dim, 2);
  EXPECT_THAT(Values(part.advanced[1].tensor), IsEmpty());
}

// index.d2 index.d3
TEST(ApplyBasic, TakesAMaskOfRankZeroForABoolean) {
  for (const DType dtype : {DType::kBool, DType::kUInt8}) {
    const Part part = Apply({Of(dtype, {}, {1}), Of(dtype, {}, {0})});
    EXPECT_THAT(part.geometry.sizes, ElementsAre(1, 1, 2, 3, 4));
    ASSERT_EQ(part.advanced.size(), 2u);
    EXPECT_THAT(Values(part.advanced[0].tensor), ElementsAre(0));
    EXPECT_THAT(Values(part.advanced[1].tensor), IsEmpty());
  }
}

// index.d1
TEST(ApplyBasic, CountsAMaskForItsDimensionsAndOtherTensorsForOne) {
  const Part part = Apply({1, Mask({3, 4}, {})});
  ASSERT_EQ(part.advanced.size(), 1u);
  EXPECT_EQ(part.advanced[0].dim, 0);
  const Part both = Apply({Longs({0, 1}), NewAxis(), Longs({0, 1}), kWhole});
  ASSERT_EQ(both.advanced.size(), 2u);
  EXPECT_EQ(both.advanced[0].dim, 0);
  EXPECT_EQ(both.advanced[1].dim, 2);
}

struct Refused {
  std::string name;
  Index<Tensor> index;
  ErrorRule rule;
};

void PrintTo(const Refused& row, std::ostream* os) { *os << row.name; }

class RefusedIndex : public testing::TestWithParam<Refused> {};

// index.e1 index.e2 index.e3 index.e4
TEST_P(RefusedIndex, BreaksTheRule) {
  ExpectRefused(ApplyBasic(kCube, GetParam().index), GetParam().rule);
}

constexpr Range kBackward = {{}, {}, -1};
constexpr Range kStill = {{}, {}, 0};

INSTANTIATE_TEST_SUITE_P(
    Every, RefusedIndex,
    testing::ValuesIn<Refused>({
        {"StepZero", {kStill}, "index.e1"},
        {"StepZeroFirst", {9, 0, 0, kStill}, "index.e1"},
        {"TooMany", {0, 0, 0, 0}, "index.e2"},
        {"TooManyByAMask", {Mask({2, 3}, {}), kWhole, kWhole}, "index.e2"},
        {"TooManyFirst", {9, 0, 0, 0}, "index.e2"},
        {"NegativeStep", {kBackward}, "index.e3"},
        {"NegativeStepFirst", {kBackward, 9}, "index.e3"},
        {"NumberPastTheEnd", {2}, "index.e4"},
        {"NumberBeforeTheStart", {0, -4}, "index.e4"},
        {"NumberFirst", {9, kBackward}, "index.e4"},
        {"ScalarTensor", {Of(DType::kInt8, {}, {2})}, "index.e4"},
    }),
    kRowName);

// index.e2 index.e3
TEST(ApplyBasic, LooksAtTheStepOfAnOnlyRangeBeforeTheRank) {
  const Geometry scalar;
  ExpectRefused(ApplyBasic(scalar, {0}), "index.e2");
  ExpectRefused(ApplyBasic(scalar, {1}), "index.e2");
  ExpectRefused(ApplyBasic(scalar, {kWhole}), "index.e2");
  ExpectRefused(ApplyBasic(scalar, {kBackward}), "index.e3");
  ExpectRefused(ApplyBasic(scalar, {kBackward, NewAxis()}), "index.e2");
}

// select.e4 slice.e4 unsqueeze.e2
TEST(ApplyBasic, RefusesAPartBeyondInt64) {
  const Geometry far = {{0, k2To62}, {4, 4}, 0};
  ExpectRefused(ApplyBasic(far, {kWhole, -1}), "select.e4");
  ExpectRefused(ApplyBasic(far, {kWhole, Range{{}, {}, k2To62}}), "slice.e4");
  ExpectRefused(ApplyBasic(far, {kWhole, NewAxis()}), "unsqueeze.e2");
}

// index.d7
TEST(BasicIndexWithoutItems, LeavesAll) {
  EXPECT_EQ(Apply({}).geometry, kCube);
  EXPECT_EQ(Apply({}, {{}, {}, 7}).geometry, (Geometry{{}, {}, 7}));
}

// index.d7 index.d2
TEST(BasicIndexByATensor, ReadsTheNumberWhereItStands) {
  const Tensor numbers = Longs({9, -1, 9});
  EXPECT_EQ(Apply({On(numbers, {{}, {}, 1})}).geometry,
            (Geometry{{3, 4}, {4, 1}, 12}));
}

}  // namespace basic_test
}  // namespace viewproof
