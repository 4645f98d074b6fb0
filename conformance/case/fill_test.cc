#include "conformance/case/fill.h"

#include <cstddef>
#include <vector>

#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace fill_test {

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

TEST(Fill, OfACycleBeginsAgainAfter97) {
  const std::vector<int> bytes = BytesOf("int8[98] cycle");
  EXPECT_EQ(bytes.front(), 1);
  EXPECT_EQ(bytes[96], 97);
  EXPECT_EQ(bytes[97], 1);
  EXPECT_EQ(BytesOf("bool[4] cycle"), (std::vector{1, 0, 0, 1}));
  EXPECT_EQ(BytesOf("int16[2] cycle"), (std::vector{1, 0, 2, 0}));
  EXPECT_EQ(BytesOf("float32[0] cycle").size(), 0u);
}

TEST(Fill, OfACycleIsTheSameElementByElement) {
  for (const DType dtype : kBaseDTypes) {
    const int64_t numel = 3 * 97 + 1;
    const Base base{dtype, {numel}, FillKind::kCycle};
    std::vector<std::byte> bytes(numel * ItemSize(dtype));
    for (int64_t k = 0; k < numel; ++k) {
      Encode(dtype, Cycle(dtype, k), bytes.data() + k * ItemSize(dtype));
    }
    EXPECT_EQ(FillBytes(base), bytes) << Name(dtype);
  }
  EXPECT_EQ(Cycle(DType::kComplex64, 0), (Scalar{1, 2}));
  EXPECT_EQ(Cycle(DType::kComplex64, 48), (Scalar{97, 1}));
  EXPECT_EQ(Cycle(DType::kComplex64, 96), (Scalar{96, 97}));
}

TEST(Fill, OfDataIsWhatItSays) {
  EXPECT_EQ(BytesOf("int16[2]{-1,258}"), (std::vector{255, 255, 2, 1}));
  EXPECT_EQ(BytesOf("float32[1] 0x0000c07f"), (std::vector{0, 0, 192, 127}));
}

TEST(FaultOfData, NamesWhatWasExpected) {
  Base base{DType::kBool, {2}, FillKind::kHex};
  EXPECT_EQ(FaultOfData(base), "two hex digits for each byte of the elements");
  base.bytes = {std::byte{1}, std::byte{2}};
  EXPECT_EQ(FaultOfData(base), "00 or 01 for each bool");
  base.dtype = DType::kInt8;
  EXPECT_EQ(FaultOfData(base), "");
  base.fill = FillKind::kValues;
  EXPECT_EQ(FaultOfData(base), "as many values as elements");
}

TEST(HowShown, IsADigestOfALargeOutputOfData) {
  const auto how = [](FillKind fill) {
    return std::vector{HowShown(fill, 256), HowShown(fill, 257),
                       HowShown(fill, 1 << 18), HowShown(fill, (1 << 18) + 1),
                       HowShown(fill, std::nullopt)};
  };
  using enum ElementDisplay;
  EXPECT_EQ(how(FillKind::kIota),
            (std::vector{kValues, kNothing, kNothing, kNothing, kNothing}));
  EXPECT_EQ(how(FillKind::kBytes),
            (std::vector{kBytes, kNothing, kNothing, kNothing, kNothing}));
  EXPECT_EQ(how(FillKind::kHex),
            (std::vector{kBytes, kDigest, kDigest, kNothing, kNothing}));
  for (const FillKind fill : {FillKind::kCycle, FillKind::kValues}) {
    EXPECT_EQ(how(fill),
              (std::vector{kValues, kDigest, kDigest, kNothing, kNothing}));
  }
}

TEST(ReadyToShow, ClearsWhatIsNotShown) {
  Output output;
  output.crc32 = 1;
  ReadyToShow(output, FillKind::kIota, DType::kBool, 256);
  EXPECT_EQ(output.values->form, Form::kBool);
  EXPECT_FALSE(output.bytes);
  EXPECT_FALSE(output.crc32);
  ReadyToShow(output, FillKind::kBytes, DType::kBool, 256);
  EXPECT_TRUE(output.bytes);
  EXPECT_FALSE(output.values);
  EXPECT_EQ(ReadyToShow(output, FillKind::kCycle, DType::kBool, 257),
            ElementDisplay::kDigest);
  EXPECT_EQ(output, Output());
}

}  // namespace fill_test
}  // namespace viewproof
