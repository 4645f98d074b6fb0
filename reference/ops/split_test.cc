#include "reference/ops/split.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace split_test {

using testing::ElementsAre;
using testing::IsEmpty;

const Geometry kScalar = {{}, {}, 0};
const Geometry kMatrix = {{5, 2}, {2, 1}, 3};
const Geometry kEmpty = {{0, 2}, {2, 1}, 3};
// Without elements, so that any stride is lawful.
const Geometry kFarApart = {{8, 0}, {k2To62, 1}, 0};

// `length` rows of kMatrix from row `start`.
Geometry Rows(int64_t start, int64_t length) {
  return {{length, 2}, {2, 1}, 3 + 2 * start};
}

// unbind.r1
TEST(Unbind, SelectsEveryElementOfTheDimension) {
  EXPECT_THAT(Unbind(kMatrix, -1).value(),
              ElementsAre(Geometry{{5}, {2}, 3}, Geometry{{5}, {2}, 4}));
  EXPECT_THAT(Unbind(kEmpty, 0).value(), IsEmpty());
}

// unbind.e1 unbind.e2 unbind.e3
TEST(Unbind, RejectsDimThenRankThenOverflow) {
  ExpectRefused(Unbind(kScalar, 1), "unbind.e1");
  ExpectRefused(Unbind(kScalar, 0), "unbind.e2");
  ExpectRefused(Unbind(kFarApart, 0), "unbind.e3");
}

// split.r1
TEST(Split, GivesTheLastPartWhatRemains) {
  EXPECT_THAT(Split(kMatrix, 2, 0).value(),
              ElementsAre(Rows(0, 2), Rows(2, 2), Rows(4, 1)));
  EXPECT_THAT(Split(kMatrix, kMax, -2).value(), ElementsAre(kMatrix));
}

// split.r2
TEST(Split, OfNoElementsIsOnePart) {
  EXPECT_THAT(Split(kEmpty, 0, 0).value(), ElementsAre(kEmpty));
  EXPECT_THAT(Split(kEmpty, 3, 0).value(), ElementsAre(kEmpty));
}

// split.e1 split.e2 split.e3 split.e4 split.e5
TEST(Split, RejectsInTheOrderOfItsRules) {
  ExpectRefused(Split(kScalar, -1, 9), "split.e1");
  ExpectRefused(Split(kMatrix, -1, 9), "split.e2");
  ExpectRefused(Split(kMatrix, 0, 9), "split.e3");
  ExpectRefused(Split(kMatrix, 0, 0), "split.e4");
  ExpectRefused(Split(kFarApart, 4, 0), "split.e5");
}

// split_with_sizes.r1
TEST(SplitWithSizes, GivesPartsOneAfterAnother) {
  EXPECT_THAT(SplitWithSizes(kMatrix, {1, 0, 4}, 0).value(),
              ElementsAre(Rows(0, 1), Rows(1, 0), Rows(1, 4)));
  EXPECT_THAT(SplitWithSizes(kEmpty, {}, 0).value(), IsEmpty());
}

// split_with_sizes.e1 split_with_sizes.e2 split_with_sizes.e3
// split_with_sizes.e4 split_with_sizes.e5
TEST(SplitWithSizes, RejectsInTheOrderOfItsRules) {
  ExpectRefused(SplitWithSizes(kScalar, {-1}, 9), "split_with_sizes.e1");
  ExpectRefused(SplitWithSizes(kMatrix, {-1}, 9), "split_with_sizes.e2");
  ExpectRefused(SplitWithSizes(kMatrix, {9, -1}, 0), "split_with_sizes.e3");
  ExpectRefused(SplitWithSizes(kMatrix, {4}, 0), "split_with_sizes.e4");
  ExpectRefused(SplitWithSizes(kFarApart, {4, 4}, 0), "split_with_sizes.e5");
}

// split_with_sizes.e4
TEST(SplitWithSizes, RejectsASumThatWouldWrapToTheSize) {
  ExpectRefused(SplitWithSizes(kMatrix, {kMax, kMax, 7}, 0),
                "split_with_sizes.e4");
}

// chunk.r1
TEST(Chunk, MayGiveFewerThanAskedFor) {
  EXPECT_THAT(Chunk(kMatrix, 4, 0).value(),
              ElementsAre(Rows(0, 2), Rows(2, 2), Rows(4, 1)));
  EXPECT_EQ(Chunk(kMatrix, kMax, 0).value().size(), 5);
}

// chunk.r2
TEST(Chunk, OfNoElementsGivesAsManyAsAskedFor) {
  EXPECT_THAT(Chunk(kEmpty, 3, 0).value(), ElementsAre(kEmpty, kEmpty, kEmpty));
}

// chunk.e1 chunk.e2 chunk.e3 chunk.e4
TEST(Chunk, RejectsInTheOrderOfItsRules) {
  ExpectRefused(Chunk(kScalar, 0, 9), "chunk.e1");
  ExpectRefused(Chunk(kMatrix, 0, 9), "chunk.e2");
  ExpectRefused(Chunk(kMatrix, 1, 9), "chunk.e3");
  ExpectRefused(Chunk(kFarApart, 2, 0), "chunk.e4");
}

}  // namespace split_test
}  // namespace viewproof
