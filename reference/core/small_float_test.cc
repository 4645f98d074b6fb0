#include "reference/core/small_float.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace viewproof {
namespace small_float_test {

struct Encoded {
  const char* name;
  double value;
  uint16_t float16;
  uint16_t bfloat16;
};

class EncodeSmallFloatGives : public testing::TestWithParam<Encoded> {};

// dtype.d2
TEST_P(EncodeSmallFloatGives, TheBitsThatPyTorchStores) {
  EXPECT_EQ(EncodeSmallFloat(kFloat16, GetParam().value), GetParam().float16);
  EXPECT_EQ(EncodeSmallFloat(kBFloat16, GetParam().value), GetParam().bfloat16);
}

// Made with torch 2.13: torch.tensor(value, dtype=...).view(torch.int16).
INSTANTIATE_TEST_SUITE_P(
    Values, EncodeSmallFloatGives,
    testing::Values(Encoded{"One", 1.0, 0x3c00, 0x3f80},
                    Encoded{"MinusTwo", -2.0, 0xc000, 0xc000},
                    Encoded{"MinusZero", -0.0, 0x8000, 0x8000},
                    Encoded{"TieDownInFloat16", 2049.0, 0x6800, 0x4500},
                    Encoded{"TieUpInFloat16", 2051.0, 0x6802, 0x4500},
                    Encoded{"TieDownInBFloat16", 257.0, 0x5c04, 0x4380},
                    Encoded{"TieUpInBFloat16", 259.0, 0x5c0c, 0x4382},
                    Encoded{"Third", 0x1.5555555555555p-2, 0x3555, 0x3eab},
                    Encoded{"LastFloat16", 65504.0, 0x7bff, 0x4780},
                    Encoded{"RoundsToLast", 65519.0, 0x7bff, 0x4780},
                    Encoded{"BeyondFloat16", 65520.0, 0x7c00, 0x4780},
                    Encoded{"Subnormal", 0x1.8000000000000p-23, 0x0003, 0x3440},
                    Encoded{"HalfOfTheSmallest", 0x1.0000000000000p-25, 0x0000,
                            0x3300},
                    Encoded{"AboveHalfOfTheSmallest", 0x1.8000000000000p-25,
                            0x0001, 0x3340},
                    Encoded{"Huge", 1e+30, 0x7c00, 0x714a},
                    Encoded{"Infinity", std::numeric_limits<double>::infinity(),
                            0x7c00, 0x7f80}),
    [](const auto& info) { return info.param.name; });

// dtype.d2
TEST(DecodeSmallFloat, OfEveryNumberAndInfinityEncodesBack) {
  for (const SmallFloat& format : {kFloat16, kBFloat16}) {
    for (int bits = 0; bits < 1 << 16; ++bits) {
      const double value = DecodeSmallFloat(format, bits);
      if (!std::isnan(value)) {
        ASSERT_EQ(EncodeSmallFloat(format, value), bits);
      }
    }
  }
}

// dtype.d2
TEST(DecodeSmallFloat, OfANaNIsANaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(
      std::isnan(DecodeSmallFloat(kFloat16, EncodeSmallFloat(kFloat16, nan))));
  EXPECT_TRUE(std::isnan(
      DecodeSmallFloat(kBFloat16, EncodeSmallFloat(kBFloat16, nan))));
}

// Made with torch 2.13: torch.tensor(bits, dtype=torch.uint8).view(dtype).
struct Pattern {
  uint16_t bits;
  double e4m3fn;
  double e5m2;
};

bool Same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

// dtype.d4
TEST(DecodeSmallFloat, GivesWhatPyTorchReadsInEightBits) {
  constexpr Pattern kPatterns[] = {{0x00, 0, 0},
                                   {0x01, 0x1p-9, 0x1p-16},
                                   {0x03, 0x3p-9, 0x3p-16},
                                   {0x07, 0x7p-9, 0x7p-16},
                                   {0x08, 0x1p-6, 0x1p-13},
                                   {0x38, 1, 0.5},
                                   {0x3c, 1.5, 1},
                                   {0x7b, 352, 57344},
                                   {0x7c, 384, INFINITY},
                                   {0x7d, 416, NAN},
                                   {0x7e, 448, NAN},
                                   {0x7f, NAN, NAN},
                                   {0xbc, -1.5, -1},
                                   {0xfc, -384, -INFINITY},
                                   {0xfe, -448, NAN},
                                   {0xff, NAN, NAN}};
  for (const Pattern& pattern : kPatterns) {
    const double e4m3fn = DecodeSmallFloat(kFloat8E4M3FN, pattern.bits);
    EXPECT_TRUE(Same(e4m3fn, pattern.e4m3fn)) << pattern.bits;
    const double e5m2 = DecodeSmallFloat(kFloat8E5M2, pattern.bits);
    EXPECT_TRUE(Same(e5m2, pattern.e5m2)) << pattern.bits;
  }
}

// dtype.d4
TEST(EncodeSmallFloat, GivesEachNumberOfEightBitsBack) {
  for (const SmallFloat& format : {kFloat8E4M3FN, kFloat8E5M2}) {
    for (uint16_t bits = 0; bits < 256; ++bits) {
      const double value = DecodeSmallFloat(format, bits);
      if (std::isnan(value)) continue;
      EXPECT_EQ(EncodeSmallFloat(format, value), bits);
    }
  }
}

}  // namespace small_float_test
}  // namespace viewproof
