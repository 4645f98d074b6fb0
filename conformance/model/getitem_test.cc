#include <optional>
#include <vector>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace getitem_test {

void ExpectItems(const TensorOrError& made, const Ints& sizes,
                 const std::vector<int>& held) {
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value().sizes, sizes);
  EXPECT_EQ(Held(made.value()), held);
}

TEST(ModelGetItem, OfABasicIndexSharesTheStorage) {
  const Tensor x = Base({2, 3});
  const TensorOrError made = GetItem(x, {-1, NewAxis(), Range{0, 3, 2}});
  ExpectItems(made, {1, 2}, {3, 5});
  EXPECT_EQ(made.value().storage, x.storage);
  ExpectItems(GetItem(x, {Ellipsis(), Of(DType::kInt32, {}, {1})}), {2},
              {1, 4});
}

TEST(ModelGetItem, OfAnAdvancedIndexDoesNot) {
  const Tensor x = Base({2, 3});
  const TensorOrError made = GetItem(x, {Longs({1, 1, 0})});
  ExpectItems(made, {3, 3}, {3, 4, 5, 3, 4, 5, 0, 1, 2});
  EXPECT_NE(made.value().storage, x.storage);
  ExpectItems(GetItem(x, {true}), {1, 2, 3}, {0, 1, 2, 3, 4, 5});
  ExpectItems(GetItem(x, {1, false}), {0, 3}, {});
}

TEST(ModelGetItem, PutsTheShapeInPlaceOrInFront) {
  const Tensor x = Base({2, 2, 3});
  ExpectItems(GetItem(x, {Range(), Longs({1, 0}), Longs({2, -3})}), {2, 2},
              {5, 0, 11, 6});
  ExpectItems(GetItem(x, {Longs({0, 1}), Range(), Longs({2, 0})}), {2, 2},
              {2, 5, 6, 9});
  ExpectItems(GetItem(x, {0, Range(), Longs({2, 0})}), {2, 2}, {2, 0, 5, 3});
}

TEST(ModelGetItem, TakesMasksByTheirTrueElements) {
  const Tensor x = Base({2, 3});
  const Ints truths = {0, 1, 1, 1, 0, 0};
  ExpectItems(GetItem(x, {Mask({2, 3}, truths)}), {3}, {1, 2, 3});
  ExpectItems(GetItem(x, {Range(), Of(DType::kUInt8, {3}, {0, 1, 2})}), {2, 2},
              {1, 2, 4, 5});
}

TEST(ModelGetItem, RefusesWhatIsNoIndex) {
  const Tensor x = Base({2, 3});
  const auto kind = [&x](const Index<Tensor>& index) {
    return KindOf(GetItem(x, index));
  };
  EXPECT_EQ(kind({0, 0, 0}), kRank);
  EXPECT_EQ(kind({2}), kIndexOutOfRange);
  EXPECT_EQ(kind({Range{{}, {}, -1}}), kArgument);
  EXPECT_EQ(kind({Of(DType::kFloat32, {1}, {0})}), kDType);
  EXPECT_EQ(kind({Mask({3}, {})}), kSize);
  EXPECT_EQ(kind({Longs({0, 1}), Longs({0, 1, 2})}), kSize);
  EXPECT_EQ(kind({Longs({0, 2})}), kIndexOutOfRange);
  EXPECT_EQ(KindOf(GetItem(Base({0, 0}), {Range(), Longs({0})})),
            kIndexOutOfRange);
  EXPECT_EQ(KindOf(GetItem(Base({0, 3}), {Range(), Longs({9})})), std::nullopt);
}

}  // namespace getitem_test
}  // namespace viewproof::model
