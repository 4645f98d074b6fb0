#include "reference/ops/tensor_split.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace tensor_split_test {

using testing::ElementsAre;

const Geometry kScalar = {{}, {}, 0};
const Geometry kVector = {{4}, {3}, 1};
const Geometry kMatrix = {{6, 4}, {4, 1}, 3};
const Geometry kEmpty = {{0, 2}, {2, 1}, 3};
// Without elements, so that any stride is lawful.
const Geometry kFarApart = {{8, 8, 0}, {k2To62, k2To62, 1}, 0};

// `length` rows of kMatrix from row `start`, and columns likewise.
Geometry Rows(int64_t start, int64_t length) {
  return {{length, 4}, {4, 1}, 3 + 4 * start};
}
Geometry Columns(int64_t start, int64_t length) {
  return {{6, length}, {4, 1}, 3 + start};
}

// tensor_split.r1
TEST(TensorSplit, GivesTheFirstPartsOneMore) {
  EXPECT_THAT(TensorSplit(kMatrix, 4, 0).value(),
              ElementsAre(Rows(0, 2), Rows(2, 2), Rows(4, 1), Rows(5, 1)));
  EXPECT_THAT(TensorSplit(kMatrix, 2, -1).value(),
              ElementsAre(Columns(0, 2), Columns(2, 2)));
}

// tensor_split.r1
TEST(TensorSplit, GivesAsManyAsAskedForAlsoOfFewerElements) {
  EXPECT_THAT(TensorSplit(kMatrix, 5, 1).value(),
              ElementsAre(Columns(0, 1), Columns(1, 1), Columns(2, 1),
                          Columns(3, 1), Columns(4, 0)));
  EXPECT_THAT(TensorSplit(kEmpty, 2, 0).value(), ElementsAre(kEmpty, kEmpty));
}

// tensor_split.e1 tensor_split.e2 tensor_split.e3 tensor_split.e4
TEST(TensorSplit, RejectsInTheOrderOfItsRules) {
  ExpectRefused(TensorSplit(kScalar, 0, 9), "tensor_split.e1");
  ExpectRefused(TensorSplit(kMatrix, 0, 9), "tensor_split.e2");
  ExpectRefused(TensorSplit(kMatrix, 0, 0), "tensor_split.e3");
  ExpectRefused(TensorSplit(kMatrix, kMin, 0), "tensor_split.e3");
  ExpectRefused(TensorSplit(kFarApart, 4, 0), "tensor_split.e4");
}

// tensor_split_indices.r1
TEST(TensorSplitIndices, GivesTheSlicesBetweenThem) {
  EXPECT_THAT(TensorSplitIndices(kMatrix, {1, -2}, 0).value(),
              ElementsAre(Rows(0, 1), Rows(1, 3), Rows(4, 2)));
  EXPECT_THAT(TensorSplitIndices(kMatrix, {}, 0).value(), ElementsAre(kMatrix));
}

// tensor_split_indices.r1
TEST(TensorSplitIndices, OverlapsAndBringsInWhatLiesOutside) {
  EXPECT_THAT(TensorSplitIndices(kMatrix, {5, 2, 9}, 0).value(),
              ElementsAre(Rows(0, 5), Rows(5, 0), Rows(2, 4), Rows(6, 0)));
  EXPECT_THAT(TensorSplitIndices(kMatrix, {kMin, kMax}, 1).value(),
              ElementsAre(Columns(0, 0), Columns(0, 4), Columns(4, 0)));
}

// tensor_split_indices.e1 tensor_split_indices.e2 tensor_split_indices.e3
TEST(TensorSplitIndices, RejectsInTheOrderOfItsRules) {
  ExpectRefused(TensorSplitIndices(kScalar, {0}, 9), "tensor_split_indices.e1");
  ExpectRefused(TensorSplitIndices(kMatrix, {0}, 9), "tensor_split_indices.e2");
  ExpectRefused(TensorSplitIndices(kFarApart, {4}, 0),
                "tensor_split_indices.e3");
}

// hsplit.d1 hsplit.r1
TEST(HSplit, SplitsColumnsOrTheOnlyDimension) {
  EXPECT_THAT(HSplit(kMatrix, 2).value(),
              ElementsAre(Columns(0, 2), Columns(2, 2)));
  EXPECT_THAT(HSplit(kVector, 2).value(),
              ElementsAre(Geometry{{2}, {3}, 1}, Geometry{{2}, {3}, 7}));
}

// hsplit.e1 hsplit.e2 hsplit.e3 hsplit.e4
TEST(HSplit, RejectsInTheOrderOfItsRules) {
  ExpectRefused(HSplit(kScalar, 0), "hsplit.e1");
  ExpectRefused(HSplit(kMatrix, 0), "hsplit.e2");
  ExpectRefused(HSplit(kMatrix, -3), "hsplit.e2");
  ExpectRefused(HSplit(kMatrix, kMin), "hsplit.e2");
  ExpectRefused(HSplit(kMatrix, -2), "hsplit.e3");
  ExpectRefused(HSplit(kFarApart, 4), "hsplit.e4");
}

// hsplit_indices.r1
TEST(HSplitIndices, CutsColumnsOrTheOnlyDimension) {
  EXPECT_THAT(HSplitIndices(kMatrix, {3}).value(),
              ElementsAre(Columns(0, 3), Columns(3, 1)));
  EXPECT_THAT(HSplitIndices(kVector, {1}).value(),
              ElementsAre(Geometry{{1}, {3}, 1}, Geometry{{3}, {3}, 4}));
}

// hsplit_indices.e1 hsplit_indices.e2
TEST(HSplitIndices, RejectsInTheOrderOfItsRules) {
  ExpectRefused(HSplitIndices(kScalar, {}), "hsplit_indices.e1");
  ExpectRefused(HSplitIndices(kFarApart, {4}), "hsplit_indices.e2");
}

// vsplit.r1
TEST(VSplit, SplitsRows) {
  EXPECT_THAT(VSplit(kMatrix, 3).value(),
              ElementsAre(Rows(0, 2), Rows(2, 2), Rows(4, 2)));
}

// vsplit.e1 vsplit.e2 vsplit.e3 vsplit.e4
TEST(VSplit, RejectsInTheOrderOfItsRules) {
  ExpectRefused(VSplit(kVector, 0), "vsplit.e1");
  ExpectRefused(VSplit(kMatrix, 0), "vsplit.e2");
  ExpectRefused(VSplit(kMatrix, -4), "vsplit.e2");
  ExpectRefused(VSplit(kMatrix, -2), "vsplit.e3");
  ExpectRefused(VSplit(kFarApart, 4), "vsplit.e4");
}

// vsplit_indices.r1
TEST(VSplitIndices, CutsRows) {
  EXPECT_THAT(VSplitIndices(kMatrix, {1, 1}).value(),
              ElementsAre(Rows(0, 1), Rows(1, 0), Rows(1, 5)));
}

// vsplit_indices.e1 vsplit_indices.e2
TEST(VSplitIndices, RejectsInTheOrderOfItsRules) {
  ExpectRefused(VSplitIndices(kVector, {}), "vsplit_indices.e1");
  ExpectRefused(VSplitIndices(kFarApart, {4}), "vsplit_indices.e2");
}

// Two rows of `length` elements in each of one plane, from `offset` on.
Geometry Layers(int64_t offset, int64_t length) {
  return {{1, 2, length}, {12, 6, 1}, offset};
}

const Geometry kBlock = Layers(0, 6);
const Geometry kLayersFarApart = {{0, 1, 8}, {1, 1, k2To62}, 0};

// dsplit.r1
TEST(DSplit, SplitsTheThirdDimension) {
  EXPECT_THAT(DSplit(kBlock, 3).value(),
              ElementsAre(Layers(0, 2), Layers(2, 2), Layers(4, 2)));
}

// dsplit.e1 dsplit.e2 dsplit.e3 dsplit.e4
TEST(DSplit, RejectsInTheOrderOfItsRules) {
  ExpectRefused(DSplit(kMatrix, 0), "dsplit.e1");
  ExpectRefused(DSplit(kBlock, 0), "dsplit.e2");
  ExpectRefused(DSplit(kBlock, -4), "dsplit.e2");
  ExpectRefused(DSplit(kBlock, -2), "dsplit.e3");
  ExpectRefused(DSplit(kLayersFarApart, 4), "dsplit.e4");
}

// dsplit_indices.r1
TEST(DSplitIndices, CutsTheThirdDimension) {
  EXPECT_THAT(DSplitIndices(kBlock, {1, 1}).value(),
              ElementsAre(Layers(0, 1), Layers(1, 0), Layers(1, 5)));
}

// dsplit_indices.e1 dsplit_indices.e2
TEST(DSplitIndices, RejectsInTheOrderOfItsRules) {
  ExpectRefused(DSplitIndices(kMatrix, {}), "dsplit_indices.e1");
  ExpectRefused(DSplitIndices(kLayersFarApart, {4}), "dsplit_indices.e2");
}

}  // namespace tensor_split_test
}  // namespace viewproof
