#include <cstdint>
#include <vector>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace memory_format_test {

constexpr MemoryFormat kLast = MemoryFormat::kChannelsLast;
constexpr MemoryFormat kLast3d = MemoryFormat::kChannelsLast3d;

TEST(ModelContiguousIn, LaysTheChannelsLast) {
  const Tensor x = Base({1, 3, 1, 2});
  EXPECT_FALSE(IsContiguousIn(x, kLast));
  const Tensor copy = Get(ContiguousIn(x, kLast));
  ExpectPlaces(copy, x.sizes, {0, 3, 1, 4, 2, 5});
  EXPECT_EQ(BytesIn(copy), (std::vector<int>{0, 2, 4, 1, 3, 5}));
  EXPECT_TRUE(IsContiguousIn(copy, kLast));
  EXPECT_FALSE(IsContiguousIn(copy, MemoryFormat::kPreserve));
}

TEST(ModelContiguousIn, AsksNothingForTheStridesOfTheFormat) {
  const Tensor x = Base({2, 0, 1, 2, 3});
  EXPECT_FALSE(IsContiguousIn(x, kLast3d));
  const Tensor copy = Get(ContiguousIn(x, kLast3d));
  EXPECT_TRUE(IsContiguousIn(copy, kLast3d));
  EXPECT_TRUE(IsContiguousIn(copy, MemoryFormat::kContiguous));
  EXPECT_EQ(Steps(copy), (Wides{0, 1, 0, 0, 0}));
}

TEST(ModelContiguousIn, RefusesAnotherRankAndNothingToPreserve) {
  const Tensor x = Base({2, 3});
  EXPECT_EQ(KindOf(ContiguousIn(x, kLast)), kRank);
  EXPECT_EQ(KindOf(ContiguousIn(x, kLast3d)), kRank);
  EXPECT_EQ(
      KindOf(ContiguousIn(Get(TransposeMatrix(x)), MemoryFormat::kPreserve)),
      kArgument);
  EXPECT_EQ(KindOf(ContiguousIn(Get(Expand(x, {INT64_MAX / 6, 2, 3})), kLast)),
            kRank);
  const Tensor wide = Base({1}, DType::kInt16);
  EXPECT_EQ(KindOf(ContiguousIn(Get(Expand(wide, {INT64_MAX})), kLast)),
            kOverflow);
}

}  // namespace memory_format_test
}  // namespace viewproof::model
