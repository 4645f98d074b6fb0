#include <cstddef>
#include <optional>
#include <vector>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace setitem_test {

// x[index] = value, then the elements of x.
std::vector<int> After(const Tensor& x, const Index<Tensor>& index,
                       const NumberOr<Tensor>& value) {
  EXPECT_TRUE(SetItem(x, index, value).ok());
  return Held(x);
}

TEST(ModelSetItem, WritesWhatTheIndexNames) {
  using Bytes = std::vector<int>;
  const Tensor pair = Of(DType::kUInt8, {1, 1, 2}, {8, 9});
  EXPECT_EQ(After(Base({2, 2}), {1}, Scalar{7}), (Bytes{0, 1, 7, 7}));
  EXPECT_EQ(After(Base({2, 2}), {Range(), 0}, pair), (Bytes{8, 1, 9, 3}));
  EXPECT_EQ(After(Base({4}), {Longs({3, 0})}, pair), (Bytes{9, 1, 2, 8}));
  EXPECT_EQ(After(Base({4}), {Mask({4}, {0, 1, 1, 0})}, Scalar{7}),
            (Bytes{0, 7, 7, 3}));
  EXPECT_EQ(After(Base({2}), {false}, Base({7})), (Bytes{0, 1}));
  EXPECT_EQ(After(Base({2}), {true}, Scalar{7}), (Bytes{7, 7}));
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
  EXPECT_TRUE(SetItem(x, {Longs({1})}, Scalar{7}).ok());
  EXPECT_EQ(numbers(x), (std::vector<double>{-1, 7, -3}));
  const Tensor copy = GetItem(x, {Longs({2, 1})}).value();
  EXPECT_FALSE(copy.neg);
  EXPECT_EQ(numbers(copy), (std::vector<double>{-3, 7}));
  EXPECT_EQ(KindOf(SetItem(x, {Longs({0})}, Slice(x, 0, 1, 2, 1).value())),
            std::nullopt);
  EXPECT_EQ(numbers(x), (std::vector<double>{7, 7, -3}));
  const Tensor repeated = Expand(Select(x, 0, 2).value(), {2}).value();
  EXPECT_EQ(KindOf(SetItem(repeated, {Longs({0})}, Scalar{7})), kOverlap);
  EXPECT_EQ(KindOf(SetItem(repeated, {Longs({2})}, Scalar{7})),
            kIndexOutOfRange);
}

TEST(ModelSetItem, RefusesWhatTheDTypeCannotHold) {
  const Tensor x = Base({2});
  EXPECT_EQ(KindOf(SetItem(x, {9}, Scalar{300})), kArgument);
  EXPECT_EQ(KindOf(SetItem(x, {false}, Scalar{300})), kArgument);
}

TEST(ModelSetItem, RefusesValuesThatDoNotFitOrOverlap) {
  const Tensor x = Base({2, 2});
  const Tensor row = Select(x, 0, 0).value();
  const Tensor mask = Of(DType::kUInt8, {2}, {1, 0});
  EXPECT_EQ(KindOf(SetItem(x, {0}, Base({3}))), kSize);
  EXPECT_EQ(KindOf(SetItem(x, {Longs({0})}, Base({3}))), kSize);
  EXPECT_EQ(KindOf(SetItem(x, {Longs({1})}, row)), kOverlap);
  EXPECT_EQ(KindOf(SetItem(x, {mask}, Scalar{7})), kDType);
  EXPECT_EQ(KindOf(SetItem(x, {mask}, Base({2}))), std::nullopt);
  EXPECT_EQ(KindOf(SetItem(x, {Longs({0})}, Longs({1, 2}))), kDType);
  const Tensor repeated = Expand(Base({1}), {2}).value();
  EXPECT_EQ(KindOf(SetItem(repeated, {Range()}, Scalar{7})), kOverlap);
  EXPECT_EQ(KindOf(SetItem(repeated, {Longs({0, 1})}, Scalar{7})),
            std::nullopt);
}

TEST(ModelSetItem, RefusesAnIndexThatMeetsThePart) {
  const Tensor x = Longs({0, 1, 2});
  EXPECT_EQ(KindOf(SetItem(x, {x}, Scalar{7})), kOverlap);
  EXPECT_EQ(KindOf(SetItem(x, {Slice(x, 0, 0, 2, 1).value()}, Scalar{7})),
            kOverlap);
  EXPECT_EQ(KindOf(SetItem(x, {Slice(x, 0, 0, 3, 2).value()}, Scalar{7})),
            std::nullopt);
}

}  // namespace setitem_test
}  // namespace viewproof::model
