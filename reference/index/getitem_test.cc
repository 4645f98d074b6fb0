#include "reference/index/getitem.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/index/index_test_util.h"

namespace viewproof {
namespace getitem_test {

using testing::ElementsAre;

// getitem.r1
TEST(GetItem, OfABasicIndexIsAViewOfThePart) {
  const Tensor base = Iota({3, 4});
  const Tensor row = GetItem(base, {-1, Range{1, {}, 2}}).value();
  EXPECT_EQ(row.storage, base.storage);
  EXPECT_EQ(row.geometry, (Geometry{{2}, {2}, 9}));
  const Tensor scalar = GetItem(base, {Of(DType::kInt64, {}, {1}), 2}).value();
  EXPECT_EQ(scalar.storage, base.storage);
  EXPECT_THAT(Values(scalar), ElementsAre(7));
}

// getitem.r2 index.d6
TEST(GetItem, OfAnAdvancedIndexIsACopyOfWhatItNames) {
  const Tensor base = Iota({3, 4}, DType::kInt16);
  const Tensor rows =
      GetItem(On(base, {{4, 3}, {1, 4}, 0}), {Longs({3, 0})}).value();
  EXPECT_NE(rows.storage, base.storage);
  EXPECT_EQ(rows.dtype, DType::kInt16);
  EXPECT_THAT(rows.geometry.sizes, ElementsAre(2, 3));
  EXPECT_THAT(Values(rows), ElementsAre(4, 8, 12, 1, 5, 9));
  EXPECT_NE(GetItem(base, {true}).value().storage, base.storage);
}

// getitem.r2 tensor.i4
TEST(GetItem, KeepsTheBitsOfAPartAndShowsThemInACopy) {
  Tensor negative = Iota({3});
  negative.neg = true;
  EXPECT_TRUE(GetItem(negative, {Range{1, {}, {}}}).value().neg);
  const Tensor copy = GetItem(negative, {Longs({2, 0})}).value();
  EXPECT_FALSE(copy.neg);
  EXPECT_THAT(Values(copy), ElementsAre(-3, -1));
}

// index.e1 index.e5 index.e9
TEST(GetItem, IsRefusedWithItsIndex) {
  const Tensor base = Iota({3, 4});
  ExpectRefused(GetItem(base, {Range{{}, {}, 0}}), "index.e1");
  ExpectRefused(GetItem(base, {Iota({2})}), "index.e5");
  ExpectRefused(GetItem(base, {Longs({3})}), "index.e9");
}

}  // namespace getitem_test
}  // namespace viewproof
