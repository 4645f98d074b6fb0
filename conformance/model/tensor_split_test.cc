#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace tensor_split_test {

TEST(ModelTensorSplit, GivesPiecesThatDifferByOneAtMost) {
  ExpectPieces(TensorSplit(Base({5}), 3, 0), {{0, 1}, {2, 3}, {4}});
  ExpectPieces(TensorSplit(Base({2}), 3, 0), {{0}, {1}, {}});
}

TEST(ModelTensorSplitIndices, GivesSlices) {
  ExpectPieces(TensorSplitIndices(Base({4}), {3, -3, 9}, 0),
               {{0, 1, 2}, {}, {1, 2, 3}, {}});
  ExpectPieces(TensorSplitIndices(Base({2}), {}, 0), {{0, 1}});
}

TEST(ModelHSplit, GivesColumnsAndVSplitRows) {
  const Tensor x = Base({2, 2});
  ExpectPieces(HSplit(x, 2), {{0, 2}, {1, 3}});
  ExpectPieces(HSplitIndices(Base({2}), {1}), {{0}, {1}});
  ExpectPieces(VSplit(x, 2), {{0, 1}, {2, 3}});
  ExpectPieces(VSplitIndices(x, {-1}), {{0, 1}, {2, 3}});
}

TEST(ModelDSplit, GivesLayers) {
  const Tensor x = Base({1, 2, 2});
  ExpectPieces(DSplit(x, 2), {{0, 2}, {1, 3}});
  ExpectPieces(DSplitIndices(x, {-1}), {{0, 2}, {1, 3}});
}

TEST(ModelTensorSplit, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  const Tensor point = Base({});
  EXPECT_EQ(KindOf(TensorSplit(point, 1, 0)), kRank);
  EXPECT_EQ(KindOf(TensorSplit(x, 0, 0)), kArgument);
  EXPECT_EQ(KindOf(TensorSplitIndices(x, {}, 2)), kDimOutOfRange);
  EXPECT_EQ(KindOf(HSplitIndices(point, {})), kRank);
  EXPECT_EQ(KindOf(HSplit(x, -2)), kSize);
  EXPECT_EQ(KindOf(HSplit(x, -3)), kArgument);
  EXPECT_EQ(KindOf(VSplit(Base({2}), 1)), kRank);
  EXPECT_EQ(KindOf(VSplitIndices(Base({2}), {1})), kRank);
  EXPECT_EQ(KindOf(VSplit(x, 0)), kSize);
  EXPECT_EQ(KindOf(DSplit(x, 1)), kRank);
  EXPECT_EQ(KindOf(DSplitIndices(x, {1})), kRank);
}

}  // namespace tensor_split_test
}  // namespace viewproof::model
