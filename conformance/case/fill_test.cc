#include "conformance/case/fill.h"

#include <cstddef>
#include <vector>

#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace {

std::vector<int> BytesOf(std::string_view base, bool with_bool = false) {
  std::vector<int> numbers;
  for (const std::byte b : FillBytes(ParseText(base).base, with_bool)) {
    numbers.push_back(std::to_integer<int>(b));
  }
  return numbers;
}

TEST(Fill, OfIotaCountsFromOne) {
  EXPECT_EQ(BytesOf("int8[2,2]"), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(BytesOf("int16[2]"), (std::vector{1, 0, 2, 0}));
  EXPECT_EQ(BytesOf("bool[4]"), (std::vector{1, 0, 0, 1}));
  EXPECT_EQ(Iota(DType::kComplex64, 2), (Scalar{5, 6}));
}

TEST(Fill, OfBytesIsZeroesAndOnesWithBool) {
  EXPECT_EQ(BytesOf("int16[2] bytes"), (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(BytesOf("int16[2] bytes", true), (std::vector{1, 0, 0, 1}));
  EXPECT_EQ(BytesOf("uint8[252] bytes").back(), 0);
}

TEST(Fill, OfASparseBaseFillsItsValues) {
  const Base base{DType::kInt8, {4, 2}, FillKind::kIota, Coo{{{0, 3, 3}}}};
  EXPECT_EQ(FilledSizes(base), (Ints{3, 2}));
  EXPECT_EQ(FillBytes(base).size(), 6u);
}

TEST(Fill, OfALiteralIsIotaUnlessItHasValues) {
  const auto elements = [](const Literal& l) { return ElementsOf(l).list; };
  EXPECT_EQ(elements({DType::kInt8, {2}, std::nullopt}),
            (std::vector<Scalar>{{1}, {2}}));
  EXPECT_EQ(elements({DType::kInt8, {1}, Values{Form::kNumber, {{9}}}}),
            (std::vector<Scalar>{{9}}));
}

TEST(Names, IsTrueOfTheBaseAndOfArguments) {
  const Case test = ParseText("int8[2] bytes | view.dtype(bool)");
  EXPECT_TRUE(Names(test, DType::kInt8));
  EXPECT_TRUE(Names(test, DType::kBool));
  EXPECT_FALSE(Names(test, DType::kUInt8));
}

TEST(ReadyToShow, TakesValuesOrBytesUpToABound) {
  Output output;
  EXPECT_TRUE(ReadyToShow(output, FillKind::kIota, DType::kBool, 256));
  EXPECT_EQ(output.values->form, Form::kBool);
  EXPECT_FALSE(output.bytes);
  Output raw;
  EXPECT_TRUE(ReadyToShow(raw, FillKind::kBytes, DType::kBool, 256));
  EXPECT_TRUE(raw.bytes);
  EXPECT_FALSE(raw.values);
  Output large;
  EXPECT_FALSE(ReadyToShow(large, FillKind::kIota, DType::kBool, 257));
  EXPECT_FALSE(ReadyToShow(large, FillKind::kIota, DType::kBool, {}));
  EXPECT_EQ(large, Output());
}

}  // namespace
}  // namespace viewproof
