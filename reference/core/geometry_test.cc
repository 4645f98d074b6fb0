#include "reference/core/geometry.h"

#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace geometry_test {

using testing::ElementsAre;
using testing::Eq;
using testing::Optional;

// address.d1 geometry.d1
TEST(Address, IsTheOffsetPlusEveryIndexTimesItsStride) {
  EXPECT_EQ(Address({{2, 3}, {10, 2}, 5}, {1, 2}), 19);
  EXPECT_EQ(Address({{}, {}, 5}, {}), 5);
}

// geometry.d2
TEST(Numel, IsTheProductOfTheSizes) {
  EXPECT_THAT(Numel({}), Optional(1));
  EXPECT_THAT(Numel({2, 3}), Optional(6));
  EXPECT_THAT(Numel({k2To62, 4, 0}), Optional(0));
}

// geometry.d2 checked.d1
TEST(Numel, DoesNotWrap) {
  EXPECT_THAT(Numel({k2To62, 2}), Eq(std::nullopt));
  EXPECT_THAT(Numel({k2To62, 4}), Eq(std::nullopt));
}

// contiguous.d2
TEST(ContiguousStrides, CountASizeOfZeroAsOne) {
  EXPECT_THAT(ContiguousStrides({}), Optional(ElementsAre()));
  EXPECT_THAT(ContiguousStrides({2, 3, 4}), Optional(ElementsAre(12, 4, 1)));
  EXPECT_THAT(ContiguousStrides({2, 0, 4}), Optional(ElementsAre(4, 4, 1)));
  EXPECT_THAT(ContiguousStrides({0, kMax, 2}), Eq(std::nullopt));
}

struct Contiguity {
  const char* name;
  Geometry geometry;
  bool expected;
};

class IsContiguousIs : public testing::TestWithParam<Contiguity> {};

// is_contiguous.r1 contiguous.d1
TEST_P(IsContiguousIs, WhatPyTorchSays) {
  EXPECT_EQ(IsContiguous(GetParam().geometry), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Geometries, IsContiguousIs,
    testing::Values(Contiguity{"RowMajor", {{2, 3}, {3, 1}, 7}, true},
                    Contiguity{"RankZero", {{}, {}, 7}, true},
                    Contiguity{"NoElement", {{0, 3}, {9, 9}, 0}, true},
                    Contiguity{"OddSizeOne", {{1, 3, 1}, {9, 1, 7}, 0}, true},
                    Contiguity{"Transposed", {{3, 2}, {1, 3}, 0}, false},
                    Contiguity{"Gap", {{2, 2}, {3, 1}, 0}, false},
                    Contiguity{"Repeated", {{3}, {0}, 0}, false}),
    kRowName);

// dim.d1
TEST(WrapDim, CountsANegativeDimensionFromTheEnd) {
  EXPECT_THAT(WrapDim(1, 2), Optional(1));
  EXPECT_THAT(WrapDim(-2, 2), Optional(0));
  EXPECT_THAT(WrapDim(2, 2), Eq(std::nullopt));
  EXPECT_THAT(WrapDim(-3, 2), Eq(std::nullopt));
  EXPECT_THAT(WrapDim(0, 0), Eq(std::nullopt));
}

// dim.d2
TEST(WrapRank, OfRankZeroIsOne) {
  EXPECT_EQ(WrapRank({{}, {}, 0}), 1);
  EXPECT_EQ(WrapRank({{2, 3}, {3, 1}, 0}), 2);
}

TEST(NextIndex, GoesThroughAllInRowMajorOrder) {
  Ints index = {0, 0};
  std::vector<Ints> seen;
  do {
    seen.push_back(index);
  } while (NextIndex({2, 2}, index));
  EXPECT_THAT(seen,
              ElementsAre(Ints{0, 0}, Ints{0, 1}, Ints{1, 0}, Ints{1, 1}));
}

// address.d1
TEST(AddressesOf, AreThoseOfEveryIndexInRowMajorOrder) {
  EXPECT_THAT(AddressesOf({{2, 2}, {1, 3}, 5}), ElementsAre(5, 8, 6, 9));
  EXPECT_THAT(AddressesOf({{}, {}, 7}), ElementsAre(7));
  EXPECT_TRUE(AddressesOf({{2, 0}, {1, 1}, 7}).empty());
}

TEST(Geometry, PrintsItsThreeParts) {
  std::ostringstream os;
  os << Geometry{{2, 3}, {3, 1}, 4};
  EXPECT_EQ(os.str(), "sizes [2,3] strides [3,1] offset 4");
}

}  // namespace geometry_test
}  // namespace viewproof
