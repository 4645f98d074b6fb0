#include "reference/core/dtype.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace viewproof {
namespace dtype_test {

struct Row {
  DType dtype;
  const char* name;
  int64_t item_size;
  bool complex;
};

class EveryDType : public testing::TestWithParam<Row> {};

// dtype.d1
TEST_P(EveryDType, HasItsNameAndItemSize) {
  const auto& [dtype, name, item_size, complex] = GetParam();
  EXPECT_EQ(Name(dtype), name);
  EXPECT_EQ(FindDType(name), dtype);
  EXPECT_EQ(ItemSize(dtype), item_size);
  EXPECT_EQ(IsComplex(dtype), complex);
}

// dtype.d2
TEST_P(EveryDType, HoldsTheNumbersOfTheVectors) {
  const auto& [dtype, name, item_size, complex] = GetParam();
  for (int k = 0; k < 128; ++k) {
    const Scalar value = {static_cast<double>(k), complex ? k + 1.0 : 0};
    std::array<std::byte, 16> element = {};
    Encode(dtype, value, element.data());
    const Scalar expected =
        dtype == DType::kBool ? Scalar{k == 0 ? 0. : 1.} : value;
    EXPECT_EQ(Decode(dtype, element.data()), expected);
  }
}

// dtype.d1
TEST_P(EveryDType, TouchesNoByteBeyondItsItemSize) {
  const auto& [dtype, name, item_size, complex] = GetParam();
  std::array<std::byte, 17> element;
  element.fill(std::byte{0xAB});
  Encode(dtype, {1, 1}, element.data());
  for (std::size_t k = item_size; k < element.size(); ++k) {
    EXPECT_EQ(element[k], std::byte{0xAB});
  }
}

INSTANTIATE_TEST_SUITE_P(
    DTypes, EveryDType,
    testing::Values(Row{DType::kBool, "bool", 1, false},
                    Row{DType::kUInt8, "uint8", 1, false},
                    Row{DType::kInt8, "int8", 1, false},
                    Row{DType::kInt16, "int16", 2, false},
                    Row{DType::kInt32, "int32", 4, false},
                    Row{DType::kInt64, "int64", 8, false},
                    Row{DType::kFloat16, "float16", 2, false},
                    Row{DType::kBFloat16, "bfloat16", 2, false},
                    Row{DType::kFloat32, "float32", 4, false},
                    Row{DType::kFloat64, "float64", 8, false},
                    Row{DType::kComplex64, "complex64", 8, true},
                    Row{DType::kComplex128, "complex128", 16, true}),
    [](const auto& info) { return info.param.name; });

// dtype.d2
TEST(Encode, DropsTheFractionForAnInteger) {
  std::array<std::byte, 8> element = {};
  Encode(DType::kInt64, {-2.75}, element.data());
  EXPECT_EQ(Decode(DType::kInt64, element.data()), Scalar{-2});
}

// The value as an element of `dtype`, and back.
Scalar Through(DType dtype, const Scalar& value) {
  std::array<std::byte, kMaxItemSize> element = {};
  Encode(dtype, value, element.data());
  return Decode(dtype, element.data());
}

constexpr int64_t kWide = int64_t{1} << 53;

TEST(Scalar, HoldsEveryInt64) {
  for (const int64_t n : {int64_t{0}, kWide + 1, -kWide - 1, INT64_MAX,
                          INT64_MAX - 1, INT64_MIN, INT64_MIN + 1}) {
    EXPECT_EQ(WholeOf(Whole(n)), n);
    EXPECT_EQ(Through(DType::kInt64, Whole(n)), Whole(n));
  }
  EXPECT_EQ(Whole(kWide + 1).low, 1);
  EXPECT_NE(Whole(kWide + 1), Whole(kWide));
}

TEST(Scalar, IsAnIntegerUnlessItHasMoreThanInt64) {
  for (const Scalar& other : {Scalar{0.5}, Scalar{-0.0}, Scalar{NAN},
                              Scalar{INFINITY}, Scalar{1, 1}, Scalar{0x1p63}}) {
    EXPECT_EQ(WholeOf(other), std::nullopt);
  }
  EXPECT_EQ(WholeOf({-0x1p63}), INT64_MIN);
}

TEST(Scalar, EqualsWhatIsTheSameNumber) {
  EXPECT_EQ(Scalar{NAN}, Scalar{-NAN});
  EXPECT_EQ(Scalar{-0.0}, Scalar{0});
  EXPECT_NE(kNoNumber, Scalar{0});
  EXPECT_NE(kNoNumber, Scalar{NAN});
}

// dtype.d2
TEST(Encode, RoundsAnIntegerOnce) {
  const Scalar number = Whole((int64_t{1} << 60) + (int64_t{1} << 36) + 1);
  EXPECT_EQ(Through(DType::kFloat32, number), Scalar{0x1.000002p60});
  EXPECT_EQ(Through(DType::kComplex64, number), Scalar{0x1.000002p60});
}

// dtype.d2
TEST(Encode, RoundsToFloat32BeforeItRoundsToSixteenBits) {
  const Scalar number = {1 + 0x1p-11 + 0x1p-30};
  EXPECT_EQ(Through(DType::kFloat16, number), Scalar{1});
  EXPECT_EQ(Through(DType::kFloat16, {1 + 0x1p-11 + 0x1p-20}),
            Scalar{1 + 0x1p-10});
  EXPECT_EQ(Through(DType::kBFloat16, {1 + 0x1p-8 + 0x1p-30}), Scalar{1});
}

// dtype.d2
TEST(Encode, TakesAnIntegerModuloTheBits) {
  EXPECT_EQ(Through(DType::kUInt8, {300}), Scalar{44});
  EXPECT_EQ(Through(DType::kUInt8, {-1}), Scalar{255});
  EXPECT_EQ(Through(DType::kInt8, {200}), Scalar{-56});
}

// dtype.d3
TEST(Takes, WhatTheDTypeCanHold) {
  EXPECT_TRUE(Takes(DType::kBool, {NAN, 1}));
  EXPECT_TRUE(Takes(DType::kUInt8, {-255}));
  EXPECT_FALSE(Takes(DType::kUInt8, {-256}));
  EXPECT_TRUE(Takes(DType::kUInt8, {-0.0}));
  EXPECT_FALSE(Takes(DType::kUInt8, {-0.5}));
  EXPECT_FALSE(Takes(DType::kUInt8, {255.5}));
  EXPECT_TRUE(Takes(DType::kInt8, {-128}));
  EXPECT_FALSE(Takes(DType::kInt8, {-128.5}));
  EXPECT_TRUE(Takes(DType::kInt16, {126.5}));
  EXPECT_FALSE(Takes(DType::kInt16, {32768}));
  EXPECT_FALSE(Takes(DType::kInt32, {NAN}));
  EXPECT_TRUE(Takes(DType::kInt64, Whole(INT64_MAX)));
  EXPECT_FALSE(Takes(DType::kInt64, {INFINITY}));
  EXPECT_TRUE(Takes(DType::kFloat32, {3.4028234663852886e38}));
  EXPECT_FALSE(Takes(DType::kFloat32, {-3.402823466385289e38}));
  EXPECT_TRUE(Takes(DType::kFloat32, {-INFINITY}));
  EXPECT_FALSE(Takes(DType::kFloat32, {0, 1}));
  EXPECT_FALSE(Takes(DType::kFloat64, {0, NAN}));
  EXPECT_FALSE(Takes(DType::kComplex64, {0, 1e39}));
  EXPECT_TRUE(Takes(DType::kComplex128, {0, 1e39}));
}

// dtype.d2
TEST(Encode, MakesABoolOfAnImaginaryNumber) {
  std::array<std::byte, 1> element = {};
  Encode(DType::kBool, {0, 2}, element.data());
  EXPECT_EQ(element[0], std::byte{1});
  EXPECT_EQ(Through(DType::kBool, {NAN}), Scalar{1});
}

// dtype.d2
TEST(Encode, IsLittleEndian) {
  std::array<std::byte, 2> element = {};
  Encode(DType::kInt16, {258}, element.data());
  EXPECT_EQ(element[0], std::byte{2});
  EXPECT_EQ(element[1], std::byte{1});
}

TEST(IsSignedInteger, HoldsForInt8ToInt64) {
  std::vector<DType> signed_ones;
  for (const DType dtype : kDTypes) {
    if (IsSignedInteger(dtype)) signed_ones.push_back(dtype);
  }
  EXPECT_EQ(signed_ones, (std::vector<DType>{DType::kInt8, DType::kInt16,
                                             DType::kInt32, DType::kInt64}));
}

// dtype.d4
TEST(Decode, GivesUnsignedIntegersBeyondInt64) {
  for (const uint64_t number :
       {uint64_t{0}, uint64_t{1} << 63, (uint64_t{1} << 63) + 1, UINT64_MAX}) {
    std::array<std::byte, 8> element = {};
    std::memcpy(element.data(), &number, sizeof(number));
    const Scalar value = Decode(DType::kUInt64, element.data());
    EXPECT_EQ(value, Whole(number));
    std::array<std::byte, 8> again = {};
    Encode(DType::kUInt64, value, again.data());
    EXPECT_EQ(again, element);
  }
  EXPECT_EQ(Whole(UINT64_MAX), (Scalar{0x1p64, 0, -1}));
  EXPECT_EQ(WholeOf(Whole(UINT64_MAX)), std::nullopt);
  EXPECT_EQ(Whole(uint64_t{INT64_MAX}), Whole(int64_t{INT64_MAX}));
}

TEST(IsBaseDType, HoldsForThoseOfBases) {
  for (const DType dtype : kDTypes) {
    const bool found = std::find(kBaseDTypes.begin(), kBaseDTypes.end(),
                                 dtype) != kBaseDTypes.end();
    EXPECT_EQ(IsBaseDType(dtype), found) << Name(dtype);
    EXPECT_EQ(FindDType(Name(dtype)), dtype);
  }
}

TEST(FindDType, KnowsNoOtherName) {
  EXPECT_FALSE(FindDType("float128").has_value());
}

}  // namespace dtype_test
}  // namespace viewproof
