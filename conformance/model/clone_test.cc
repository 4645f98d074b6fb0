#include <cstdint>
#include <vector>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace clone_test {

TEST(ModelClone, CopiesBytesAsTheyLieIfThereIsNoGap) {
  const Tensor x = Base({2, 3});
  const Tensor copy = Get(Clone(Get(TransposeMatrix(x))));
  EXPECT_NE(copy.storage, x.storage);
  ExpectPlaces(copy, {3, 2}, {0, 3, 1, 4, 2, 5});
  EXPECT_EQ(BytesIn(copy), (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(ModelClone, ClosesGapsAndKeepsTheOrder) {
  const Tensor x = Base({2, 4});
  const Tensor window = Get(Slice(Get(TransposeMatrix(x)), 0, 1, 4, 2));
  const Tensor copy = Get(Clone(window));
  ExpectPlaces(copy, {2, 2}, {0, 2, 1, 3});
  EXPECT_EQ(BytesIn(copy), (std::vector<int>{1, 3, 5, 7}));
}

TEST(ModelClone, WritesOutWhatIsRepeatedRowAfterRow) {
  const Tensor x = Base({3});
  const Tensor copy = Get(Clone(Get(Expand(x, {2, 3}))));
  ExpectPlaces(copy, {2, 3}, {0, 1, 2, 3, 4, 5});
  EXPECT_EQ(BytesIn(copy), (std::vector<int>{0, 1, 2, 0, 1, 2}));
}

TEST(ModelClone, RefusesBytesBeyondInt64) {
  const Tensor wide = Base({1}, DType::kInt16);
  const Tensor huge = Get(Expand(wide, {INT64_MAX}));
  EXPECT_EQ(KindOf(Clone(huge)), kOverflow);
  EXPECT_EQ(KindOf(CloneIn(huge, MemoryFormat::kChannelsLast)), kOverflow);
}

TEST(ModelCloneIn, LaysTheChannelsLastAndKnowsItsRank) {
  const MemoryFormat last = MemoryFormat::kChannelsLast;
  const Tensor copy = Get(CloneIn(Base({1, 3, 1, 2}), last));
  ExpectPlaces(copy, {1, 3, 1, 2}, {0, 3, 1, 4, 2, 5});
  EXPECT_EQ(KindOf(CloneIn(Base({2, 3}), last)), kRank);
}

TEST(ModelResolve, CopiesOnlyIfTheBitIsSet) {
  Tensor x = Base({2}, DType::kComplex64);
  EXPECT_EQ(Get(ResolveConj(x)).storage, x.storage);
  EXPECT_EQ(Get(ResolveNeg(x)).storage, x.storage);
  x.conj = true;
  EXPECT_EQ(Get(ResolveNeg(x)).storage, x.storage);
  const Tensor copy = Get(ResolveConj(x));
  EXPECT_NE(copy.storage, x.storage);
  EXPECT_FALSE(copy.conj);
}

}  // namespace clone_test
}  // namespace viewproof::model
