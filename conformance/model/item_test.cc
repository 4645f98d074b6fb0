#include "conformance/model/item.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace viewproof::model {
namespace {

using enum ErrorKind;
using Items = Index<Tensor>;

// A contiguous uint8 tensor whose byte k holds k: an address is an element.
Tensor Base(const Ints& sizes) {
  std::vector<std::byte> bytes(Count(sizes));
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = std::byte(k);
  return Fresh(DType::kUInt8, sizes, bytes);
}

Tensor Of(DType dtype, const Ints& sizes, const Ints& numbers) {
  std::vector<std::byte> bytes(Count(sizes) * ItemSize(dtype));
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    Encode(dtype, {static_cast<double>(numbers[k])},
           bytes.data() + k * ItemSize(dtype));
  }
  return Fresh(dtype, sizes, bytes);
}

Tensor Longs(const Ints& numbers) {
  return Of(DType::kInt64, {std::ssize(numbers)}, numbers);
}

Tensor Mask(const Ints& sizes, const Ints& truths) {
  return Of(DType::kBool, sizes, truths);
}

std::vector<int> Held(const Tensor& x) {
  std::vector<int> held;
  for (const Wide address : Addresses(x)) {
    held.push_back(static_cast<int>(*Element(x, address)));
  }
  return held;
}

void ExpectItems(const Made& made, const Ints& sizes,
                 const std::vector<int>& held) {
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value().sizes, sizes);
  EXPECT_EQ(Held(made.value()), held);
}

TEST(ModelGetItem, OfABasicIndexSharesTheStorage) {
  const Tensor x = Base({2, 3});
  const Made made = GetItem(x, {-1, NewAxis(), Range{0, 3, 2}});
  ExpectItems(made, {1, 2}, {3, 5});
  EXPECT_EQ(made.value().storage, x.storage);
  ExpectItems(GetItem(x, {Ellipsis(), Of(DType::kInt32, {}, {1})}), {2},
              {1, 4});
}

TEST(ModelGetItem, OfAnAdvancedIndexDoesNot) {
  const Tensor x = Base({2, 3});
  const Made made = GetItem(x, {Longs({1, 1, 0})});
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

template <typename T>
std::optional<ErrorKind> KindOf(const Result<T>& result) {
  return result.ok() ? std::nullopt : std::optional(result.error().kind);
}

TEST(ModelGetItem, RefusesWhatIsNoIndex) {
  const Tensor x = Base({2, 3});
  const auto kind = [&x](const Items& index) {
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

// x[index] = value, then the elements of x.
std::vector<int> After(const Tensor& x, const Items& index,
                       const NumberOr<Tensor>& value) {
  EXPECT_TRUE(SetItem(x, index, value).ok());
  return Held(x);
}

TEST(ModelSetItem, WritesWhatTheIndexNames) {
  using Bytes = std::vector<int>;
  const Tensor pair = Of(DType::kUInt8, {1, 1, 2}, {8, 9});
  EXPECT_EQ(After(Base({2, 2}), {1}, 7), (Bytes{0, 1, 7, 7}));
  EXPECT_EQ(After(Base({2, 2}), {Range(), 0}, pair), (Bytes{8, 1, 9, 3}));
  EXPECT_EQ(After(Base({4}), {Longs({3, 0})}, pair), (Bytes{9, 1, 2, 8}));
  EXPECT_EQ(After(Base({4}), {Mask({4}, {0, 1, 1, 0})}, 7),
            (Bytes{0, 7, 7, 3}));
  EXPECT_EQ(After(Base({2}), {false}, Base({7})), (Bytes{0, 1}));
  EXPECT_EQ(After(Base({2}), {true}, 7), (Bytes{7, 7}));
}

TEST(ModelSetItem, HonoursBits) {
  Tensor x = Of(DType::kFloat32, {3}, {1, 2, 3});
  x.neg = true;
  const auto numbers = [](const Tensor& of) {
    const std::vector<std::byte> bytes = BytesOf(of);
    std::vector<double> list;
    for (std::size_t k = 0; k < bytes.size(); k += ItemSize(of.dtype)) {
      list.push_back(Decode(of.dtype, &bytes[k]).re);
    }
    return list;
  };
  EXPECT_TRUE(SetItem(x, {Longs({1})}, 7).ok());
  EXPECT_EQ(numbers(x), (std::vector<double>{-1, 7, -3}));
  const Tensor copy = GetItem(x, {Longs({2, 1})}).value();
  EXPECT_FALSE(copy.neg);
  EXPECT_EQ(numbers(copy), (std::vector<double>{-3, 7}));
  EXPECT_EQ(KindOf(SetItem(x, {Longs({0})}, Slice(x, 0, 1, 2, 1).value())),
            std::nullopt);
  EXPECT_EQ(numbers(x), (std::vector<double>{7, 7, -3}));
  const Tensor repeated = Expand(Select(x, 0, 2).value(), {2}).value();
  EXPECT_EQ(KindOf(SetItem(repeated, {Longs({0})}, 7)), kOverlap);
  EXPECT_EQ(KindOf(SetItem(repeated, {Longs({2})}, 7)), kIndexOutOfRange);
}

TEST(ModelSetItem, RefusesValuesThatDoNotFitOrOverlap) {
  const Tensor x = Base({2, 2});
  const Tensor row = Select(x, 0, 0).value();
  const Tensor mask = Of(DType::kUInt8, {2}, {1, 0});
  EXPECT_EQ(KindOf(SetItem(x, {0}, Base({3}))), kSize);
  EXPECT_EQ(KindOf(SetItem(x, {Longs({0})}, Base({3}))), kSize);
  EXPECT_EQ(KindOf(SetItem(x, {Longs({1})}, row)), kOverlap);
  EXPECT_EQ(KindOf(SetItem(x, {mask}, 7)), kDType);
  EXPECT_EQ(KindOf(SetItem(x, {mask}, Base({2}))), std::nullopt);
  EXPECT_EQ(KindOf(SetItem(x, {Longs({0})}, Longs({1, 2}))), kDType);
  const Tensor repeated = Expand(Base({1}), {2}).value();
  EXPECT_EQ(KindOf(SetItem(repeated, {Range()}, 7)), kOverlap);
  EXPECT_EQ(KindOf(SetItem(repeated, {Longs({0, 1})}, 7)), std::nullopt);
}

}  // namespace
}  // namespace viewproof::model
