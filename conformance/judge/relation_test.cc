#include "conformance/judge/relation.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/judge/testing.h"

namespace viewproof {
namespace relation_test {

using Kind = DifferenceKind;

Output OutputOf(Ints sizes, Ints strides, int64_t offset = 0) {
  Output output;
  output.dtype = DType::kFloat32;
  output.sizes = std::move(sizes);
  output.strides = std::move(strides);
  output.offset = offset;
  return output;
}

std::string_view NameOf(Kind kind, const Output& expected,
                        const Output& actual) {
  return Name(RelationOf(kind, expected, actual));
}

TEST(Relation, OfAnOutputWithoutElementsIsThat) {
  const Output expected = OutputOf({0, 3}, {3, 1});
  EXPECT_EQ(NameOf(Kind::kStrides, expected, OutputOf({0, 3}, {12, 4})),
            "empty");
  EXPECT_EQ(NameOf(Kind::kCopied, expected, expected), "empty");
}

TEST(Relation, OfStridesThatSizesOfOneLeaveOpenIsThat) {
  const Output expected = OutputOf({1, 3}, {3, 1});
  EXPECT_EQ(NameOf(Kind::kStrides, expected, OutputOf({1, 3}, {9, 1})),
            "size_1");
  EXPECT_EQ(NameOf(Kind::kStrides, expected, OutputOf({1, 3}, {3, 2})), "none");
  EXPECT_EQ(NameOf(Kind::kContiguous, expected, expected), "size_1");
  EXPECT_EQ(NameOf(Kind::kContiguous, OutputOf({2}, {2}), OutputOf({2}, {2})),
            "none");
}

TEST(Relation, OfNumbersInBytesNeedsEachOfThem) {
  const Output expected = OutputOf({3, 2}, {1, 3}, 2);
  EXPECT_EQ(NameOf(Kind::kStrides, expected, OutputOf({3, 2}, {4, 12})),
            "times_itemsize");
  EXPECT_EQ(NameOf(Kind::kStrides, expected, OutputOf({3, 2}, {4, 3})), "none");
  EXPECT_EQ(NameOf(Kind::kOffset, expected, OutputOf({3, 2}, {1, 3}, 8)),
            "times_itemsize");
  EXPECT_EQ(NameOf(Kind::kOffset, expected, OutputOf({3, 2}, {1, 3}, 0)),
            "none");
}

TEST(Relation, OfBytesIsNoneIfAnElementIsOneByte) {
  Output expected = OutputOf({2}, {1}, 3);
  expected.dtype = DType::kUInt8;
  EXPECT_EQ(NameOf(Kind::kOffset, expected, OutputOf({2}, {1}, 12)), "none");
}

TEST(Relation, OfBytesIsNoneBeyondInt64) {
  const Output expected = OutputOf({2}, {1}, INT64_MAX);
  Output actual = expected;
  actual.offset = kNotAnInteger;
  EXPECT_EQ(NameOf(Kind::kOffset, expected, actual), "none");
}

TEST(Relation, OfStridesOfAFreshTensorIsItsOrder) {
  const Output expected = OutputOf({3, 2}, {5, 7});
  const Output row_major = OutputOf({3, 2}, {2, 1});
  EXPECT_EQ(NameOf(Kind::kStrides, expected, row_major), "row_major");
  EXPECT_EQ(NameOf(Kind::kCopied, expected, row_major), "row_major");
  EXPECT_EQ(NameOf(Kind::kStrides, expected, OutputOf({3, 2}, {1, 3})),
            "column_major");
  EXPECT_EQ(NameOf(Kind::kStrides, expected, OutputOf({3, 2}, {6, 1})), "none");
  EXPECT_EQ(NameOf(Kind::kOffset, expected, OutputOf({3, 2}, {2, 1}, 1)),
            "none");
  EXPECT_EQ(NameOf(Kind::kValues, expected, row_major), "none");
}

TEST(Relation, OfARefusalIsNone) {
  const Vector vector = VectorOf("float32[2,3] | t()");
  Reply reply = ReplyOf(vector);
  reply.steps[0] = ErrorReply{};
  Difference d;
  d.step = 1;
  std::vector<Difference> differences = {d};
  Relate(vector.test, vector.expect, reply, differences);
  EXPECT_EQ(differences[0].relation, Relation::kNone);
  EXPECT_FALSE(differences[0].unheld);
}

// Whether a first element that holds `value` was never held.
bool IsUnheld(std::string_view text, Scalar value, Kind kind = Kind::kValues) {
  const Vector vector = VectorOf(text);
  Reply reply = ReplyOf(vector);
  auto& outputs = std::get<std::vector<Output>>(reply.steps.back());
  outputs[0].values->list[0] = value;
  Difference d;
  d.facet = Facet::kValues;
  d.kind = kind;
  d.step = static_cast<int64_t>(reply.steps.size());
  std::vector<Difference> differences = {d};
  Relate(vector.test, vector.expect, reply, differences);
  return differences[0].unheld;
}

TEST(Unheld, IsAValueThatNoElementOfTheCaseHeld) {
  constexpr std::string_view kText = "float32[4] | slice(0, 1, 3, 1)";
  EXPECT_FALSE(IsUnheld(kText, {1}));
  EXPECT_FALSE(IsUnheld(kText, {-4}));
  EXPECT_TRUE(IsUnheld(kText, {5}));
  EXPECT_TRUE(IsUnheld(kText, {0}));
  EXPECT_TRUE(IsUnheld(kText, {__builtin_nan("")}));
  EXPECT_TRUE(IsUnheld(kText, {5}, Kind::kReadOut));
  EXPECT_FALSE(IsUnheld(kText, {5}, Kind::kStrides));
  EXPECT_FALSE(IsUnheld(kText, kNoNumber));
}

TEST(Unheld, IsNoRoundedNumber) {
  constexpr std::string_view kText =
      "float16[1] | copy_(float64[1]{1.5}) | read()";
  EXPECT_FALSE(IsUnheld(kText, {1}));
  EXPECT_FALSE(IsUnheld(kText, {1.625}));
  EXPECT_TRUE(IsUnheld(kText, {2.5}));
  constexpr std::string_view kLarge = "float64[1]{16777217} | detach()";
  EXPECT_FALSE(IsUnheld(kLarge, {16777216}));
  EXPECT_TRUE(IsUnheld(kLarge, {8388608}));
}

TEST(Unheld, KnowsArgumentsPartsAndEveryFill) {
  EXPECT_FALSE(IsUnheld("float32[4] | fill_(101) | read()", {2}));
  EXPECT_FALSE(
      IsUnheld("float32[2] | copy_(float32[2]{101,102}) | read()", {102}));
  EXPECT_FALSE(IsUnheld("complex64[2] | conj()", {.re = 4, .im = -3}));
  EXPECT_TRUE(IsUnheld("complex64[2] | conj()", {.re = 1, .im = 7}));
  EXPECT_FALSE(IsUnheld("float32[200] cycle | slice(0, 0, 2, 1)", {97}));
  EXPECT_TRUE(IsUnheld("float32[200] cycle | slice(0, 0, 2, 1)", {98}));
  EXPECT_FALSE(IsUnheld("float32[2]{1.5,nan} | detach()", {__builtin_nan("")}));
}

}  // namespace relation_test
}  // namespace viewproof
