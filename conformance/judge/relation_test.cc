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
  EXPECT_FALSE(differences[0].outside);
}

TEST(Relate, SaysWhichOutputReachesOutsideOfItsStorage) {
  const Vector vector = VectorOf("float32[2,3] | split(1, 0)");
  Reply reply = ReplyOf(vector);
  std::get<std::vector<Output>>(reply.steps[0])[1].offset = 12;
  Difference d;
  d.step = 1;
  std::vector<Difference> differences = {d, d};
  differences[1].output = 1;
  Relate(vector.test, vector.expect, reply, differences);
  EXPECT_FALSE(differences[0].outside);
  EXPECT_TRUE(differences[1].outside);
}

TEST(Relate, SaysItOfWhatWasToBeRefused) {
  const Vector vector = VectorOf("float32[2,3] | as_strided([7], [1], 0)");
  Reply reply = ReplyOf(VectorOf("float32[2,3] | as_strided([6], [1], 0)"));
  std::get<std::vector<Output>>(reply.steps[0])[0].sizes = {7};
  Difference d;
  d.kind = Kind::kOkForError;
  d.step = 1;
  std::vector<Difference> differences = {d};
  Relate(vector.test, vector.expect, reply, differences);
  EXPECT_TRUE(differences[0].outside);
}

}  // namespace relation_test
}  // namespace viewproof
