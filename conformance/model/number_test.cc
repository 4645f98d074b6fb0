#include "conformance/model/number.h"

#include <array>
#include <cmath>

#include "gtest/gtest.h"

namespace viewproof::model {
namespace number_test {

constexpr int64_t kMax = INT64_MAX;

// `value` as an element of `dtype`, and back.
Complex Through(DType dtype, const Complex& value) {
  std::array<std::byte, kMaxItemSize> element = {};
  Put(value, dtype, element.data());
  return Load(dtype, element.data());
}

TEST(ModelNumber, OfAnInt64IsExact) {
  for (const int64_t n : {kMax, kMax - 1, -kMax - 1, (int64_t{1} << 53) + 1}) {
    EXPECT_EQ(NumberOf(Whole(n)).re, static_cast<Exact>(n));
    EXPECT_EQ(Through(DType::kInt64, NumberOf(Whole(n))).re,
              static_cast<Exact>(n));
  }
}

TEST(ModelNumber, RoundsOnceToTheNearest) {
  // Through a double both would become 2^60.
  const Exact number = 0x1p60L + 0x1p36L;
  EXPECT_EQ(Through(DType::kFloat32, {number + 1}).re, 0x1.000002p60L);
  EXPECT_EQ(Through(DType::kFloat32, {number}).re, 0x1p60L);
}

TEST(ModelNumber, OfSixteenBitsIsRoundedToFloat32First) {
  const Exact number = 1 + 0x1p-11L + 0x1p-30L;
  EXPECT_EQ(Through(DType::kFloat16, {number}).re, 1);
  EXPECT_EQ(Through(DType::kFloat16, {1 + 3 * 0x1p-11L}).re, 1 + 0x1p-9L);
  EXPECT_EQ(Through(DType::kFloat16, {65519}).re, 65504);
  EXPECT_EQ(Through(DType::kFloat16, {65520}).re, HUGE_VALL);
  EXPECT_EQ(Through(DType::kFloat16, {0x1p-24L}).re, 0x1p-24L);
  EXPECT_EQ(Through(DType::kBFloat16, {-257}).re, -256);
  EXPECT_TRUE(std::isnan(Through(DType::kBFloat16, {std::nanl("")}).re));
}

TEST(ModelNumber, LosesItsFractionAndItsImaginaryPart) {
  EXPECT_EQ(Through(DType::kInt8, {-1.5L}).re, -1);
  EXPECT_EQ(Through(DType::kUInt8, {300}).re, 44);
  EXPECT_EQ(Through(DType::kUInt8, {-1}).re, 255);
  EXPECT_EQ(Through(DType::kFloat64, {2, 3}).im, 0);
  EXPECT_EQ(Through(DType::kBool, {0, 2}).re, 1);
  EXPECT_EQ(Through(DType::kBool, {std::nanl("")}).re, 1);
}

TEST(ModelNumber, MayBeTooMuchForADType) {
  EXPECT_TRUE(CanHold(DType::kUInt8, {-255}));
  EXPECT_FALSE(CanHold(DType::kUInt8, {-256}));
  EXPECT_FALSE(CanHold(DType::kUInt8, {-0.5L}));
  EXPECT_TRUE(CanHold(DType::kInt8, {126.5L}));
  EXPECT_FALSE(CanHold(DType::kInt8, {127.5L}));
  EXPECT_FALSE(CanHold(DType::kInt64, {std::nanl("")}));
  EXPECT_FALSE(CanHold(DType::kFloat32, {3.5e38L}));
  EXPECT_TRUE(CanHold(DType::kFloat32, {HUGE_VALL}));
  EXPECT_FALSE(CanHold(DType::kFloat64, {0, 1}));
  EXPECT_TRUE(CanHold(DType::kBool, {0, 1}));
}

TEST(ModelNumber, ChangesASign) {
  std::array<std::byte, kMaxItemSize> element = {};
  Put({1, 2}, DType::kComplex64, element.data());
  FlipReal(DType::kComplex64, element.data());
  FlipImaginary(DType::kComplex64, element.data());
  EXPECT_EQ(Load(DType::kComplex64, element.data()).re, -1);
  EXPECT_EQ(Load(DType::kComplex64, element.data()).im, -2);
}

TEST(ModelNumber, OfEightBitsIsThatOfTheReference) {
  for (const DType dtype : {DType::kFloat8E4M3FN, DType::kFloat8E5M2}) {
    for (int bits = 0; bits < 256; ++bits) {
      const std::byte element{static_cast<uint8_t>(bits)};
      EXPECT_EQ(ScalarOf(Load(dtype, &element)), Decode(dtype, &element))
          << Name(dtype) << " " << bits;
      if (std::isnan(Load(dtype, &element).re)) continue;
      std::byte again{};
      Put(Load(dtype, &element), dtype, &again);
      EXPECT_EQ(again, element) << Name(dtype) << " " << bits;
    }
  }
}

TEST(ModelNumber, OfUnsignedIntegersIsExact) {
  for (const uint64_t number :
       {uint64_t{7}, uint64_t{1} << 63, (uint64_t{1} << 63) + 1, UINT64_MAX}) {
    EXPECT_EQ(ScalarOf({static_cast<Exact>(number)}), Whole(number));
    EXPECT_EQ(Through(DType::kUInt64, {static_cast<Exact>(number)}).re,
              static_cast<Exact>(number));
  }
  EXPECT_EQ(Through(DType::kUInt16, {65535}).re, 65535);
  EXPECT_EQ(Through(DType::kUInt32, {4294967295}).re, 4294967295);
}

}  // namespace number_test
}  // namespace viewproof::model
