#include <cstdint>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace split_test {

TEST(ModelUnbind, GivesRowsWithoutTheDimension) {
  const Tensor x = Base({2, 3});
  ExpectPieces(Unbind(x, 1), {{0, 3}, {1, 4}, {2, 5}});
  ExpectPieces(Unbind(Base({0, 3}), 0), {});
}

TEST(ModelSplit, GivesEqualPiecesButForTheLast) {
  ExpectPieces(Split(Base({5}), 2, 0), {{0, 1}, {2, 3}, {4}});
  ExpectPieces(Split(Base({4}), 2, 0), {{0, 1}, {2, 3}});
  ExpectPieces(Split(Base({2}), 9, 0), {{0, 1}});
  ExpectPieces(Split(Base({0}), 0, 0), {Wides()});
}

TEST(ModelSplitWithSizes, GivesPiecesOfTheLengthsGiven) {
  ExpectPieces(SplitWithSizes(Base({4}), {1, 0, 3}, 0), {{0}, {}, {1, 2, 3}});
  ExpectPieces(SplitWithSizes(Base({0}), {}, 0), {});
}

TEST(ModelChunk, MayGiveFewerPiecesThanAskedFor) {
  ExpectPieces(Chunk(Base({5}), 4, 0), {{0, 1}, {2, 3}, {4}});
  ExpectPieces(Chunk(Base({5}), INT64_MAX, 0), {{0}, {1}, {2}, {3}, {4}});
  ExpectPieces(Chunk(Base({0}), 3, 0), {Wides(), Wides(), Wides()});
}

TEST(ModelSplit, RefusesWithTheKindOfTheMistake) {
  const Tensor x = Base({2, 3});
  const Tensor point = Base({});
  EXPECT_EQ(KindOf(Unbind(point, 0)), kRank);
  EXPECT_EQ(KindOf(Split(x, 0, 0)), kSize);
  EXPECT_EQ(KindOf(Split(x, -1, 0)), kArgument);
  EXPECT_EQ(KindOf(SplitWithSizes(x, {2, 2}, 1)), kSize);
  EXPECT_EQ(KindOf(SplitWithSizes(x, {4, -1}, 1)), kArgument);
  EXPECT_EQ(KindOf(Chunk(x, 0, 0)), kArgument);
  EXPECT_EQ(KindOf(Chunk(x, 1, 2)), kDimOutOfRange);
}

}  // namespace split_test
}  // namespace viewproof::model
