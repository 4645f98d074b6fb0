#include "reference/core/dtype.h"

#include <array>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace viewproof {
namespace {

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

// dtype.d2
TEST(Encode, MakesABoolOfAnImaginaryNumber) {
  std::array<std::byte, 1> element = {};
  Encode(DType::kBool, {0, 2}, element.data());
  EXPECT_EQ(element[0], std::byte{1});
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

TEST(FindDType, KnowsNoOtherName) {
  EXPECT_FALSE(FindDType("float128").has_value());
}

}  // namespace
}  // namespace viewproof
