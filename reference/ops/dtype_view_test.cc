#include "reference/ops/dtype_view.h"

#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace dtype_view_test {

// Its bytes do not matter, and it may have no storage that long.
Tensor Somewhere(const Geometry& geometry, DType dtype = DType::kFloat32) {
  return {std::make_shared<Storage>(), dtype, geometry};
}

struct Recut {
  const char* name;
  Geometry operand;  // The operand is of float32.
  DType dtype;
  Geometry expected;
};

class ViewDTypeGives : public testing::TestWithParam<Recut> {};

// view_dtype.r1 view_dtype.r2 view_dtype.r3 view_dtype.r4
TEST_P(ViewDTypeGives, TheGeometryOfPyTorch) {
  const auto& [name, operand, dtype, expected] = GetParam();
  const Tensor base = Somewhere(operand);
  const Tensor result = ViewDType(base, dtype).value();
  EXPECT_EQ(result.geometry, expected);
  EXPECT_EQ(result.dtype, dtype);
  EXPECT_EQ(result.storage, base.storage);
}

INSTANTIATE_TEST_SUITE_P(Of, ViewDTypeGives,
                         testing::Values(Recut{"ItsOwn",
                                               {{2, 3}, {1, 9}, 5},
                                               DType::kFloat32,
                                               {{2, 3}, {1, 9}, 5}},
                                         Recut{"TheSameItemSize",
                                               {{2, 3}, {0, 7}, 3},
                                               DType::kInt32,
                                               {{2, 3}, {0, 7}, 3}},
                                         Recut{"RankZeroOfTheSameItemSize",
                                               {{}, {}, 3},
                                               DType::kInt32,
                                               {{}, {}, 3}},
                                         Recut{"Smaller",
                                               {{2, 3}, {5, 1}, 7},
                                               DType::kInt16,
                                               {{2, 6}, {10, 1}, 14}},
                                         Recut{"SmallerOfARepeatedRow",
                                               {{2, 3}, {0, 1}, 1},
                                               DType::kInt8,
                                               {{2, 12}, {0, 1}, 4}},
                                         Recut{"SmallerOfNothing",
                                               {{3, 0}, {1, 1}, 2},
                                               DType::kBool,
                                               {{3, 0}, {4, 1}, 8}},
                                         Recut{"Larger",
                                               {{2, 4}, {6, 1}, 2},
                                               DType::kComplex64,
                                               {{2, 2}, {3, 1}, 1}},
                                         Recut{"FourTimesLarger",
                                               {{2, 8}, {12, 1}, 4},
                                               DType::kComplex128,
                                               {{2, 2}, {3, 1}, 1}},
                                         Recut{"LargerOfNothing",
                                               {{3, 0}, {2, 1}, 6},
                                               DType::kFloat64,
                                               {{3, 0}, {1, 1}, 3}}),
                         kRowName);

struct Refused {
  const char* name;
  Geometry operand;  // The operand is of float32.
  DType dtype;
  ErrorRule rule;
};

class ViewDTypeRefuses : public testing::TestWithParam<Refused> {};

// view_dtype.e3 view_dtype.e4 view_dtype.e5 view_dtype.e6 view_dtype.e7
// view_dtype.e8
TEST_P(ViewDTypeRefuses, WhatHasNoSuchElements) {
  const auto& [name, operand, dtype, rule] = GetParam();
  ExpectRefused(ViewDType(Somewhere(operand), dtype), rule);
}

INSTANTIATE_TEST_SUITE_P(
    Of, ViewDTypeRefuses,
    testing::Values(
        Refused{"RankZeroSmaller", {{}, {}, 0}, DType::kInt8, "view_dtype.e3"},
        Refused{
            "RankZeroLarger", {{}, {}, 1}, DType::kFloat64, "view_dtype.e3"},
        Refused{"AnOddLastSizeFirst",
                {{2, 3}, {1, 2}, 1},
                DType::kFloat64,
                "view_dtype.e4"},
        Refused{"AnOddOffsetNext",
                {{2, 4}, {1, 2}, 1},
                DType::kFloat64,
                "view_dtype.e5"},
        Refused{"ALastStrideNext",
                {{2, 4}, {1, 2}, 2},
                DType::kFloat64,
                "view_dtype.e6"},
        Refused{"AnotherStrideLast",
                {{2, 4}, {1, 1}, 2},
                DType::kFloat64,
                "view_dtype.e7"},
        Refused{"TheStrideOfASizeOfOne",
                {{1, 4}, {5, 1}, 0},
                DType::kFloat64,
                "view_dtype.e7"},
        Refused{"AStrideOfNothing",
                {{3, 0}, {1, 1}, 0},
                DType::kFloat64,
                "view_dtype.e7"},
        Refused{"TheLastStrideOfASizeOfOne",
                {{4, 1}, {1, 3}, 0},
                DType::kInt8,
                "view_dtype.e6"},
        Refused{"AnOffsetBeyondInt64",
                {{0}, {1}, kMax},
                DType::kInt16,
                "view_dtype.e8"},
        Refused{"AStrideBeyondInt64",
                {{1, 1}, {k2To62, 1}, 0},
                DType::kInt16,
                "view_dtype.e8"},
        Refused{"ASizeBeyondInt64",
                {{0, k2To62}, {0, 1}, 0},
                DType::kInt16,
                "view_dtype.e8"},
        Refused{"ANumelBeyondInt64",
                {{k2To62, 1}, {0, 1}, 0},
                DType::kInt16,
                "view_dtype.e8"}),
    kRowName);

// view_dtype.e1
TEST(ViewDType, RefusesAConjugateOperandEvenForItsOwnDType) {
  Tensor operand = Somewhere({{}, {}, 0}, DType::kComplex64);
  operand.conj = operand.neg = true;
  for (const DType dtype : kDTypes) {
    ExpectRefused(ViewDType(operand, dtype), "view_dtype.e1");
  }
}

// view_dtype.e2
TEST(ViewDType, RefusesANegativeOperandEvenForItsOwnDType) {
  Tensor operand = Somewhere({{}, {}, 0});
  operand.neg = true;
  for (const DType dtype : kDTypes) {
    ExpectRefused(ViewDType(operand, dtype), "view_dtype.e2");
  }
}

// view_dtype.d1 view_dtype.i2
TEST(ViewDType, CutsTheBytesOfARowAnew) {
  const Tensor base = Iota({4}, DType::kInt16);
  const Tensor wide = ViewDType(base, DType::kInt64).value();
  EXPECT_EQ(Values(wide), std::vector<double>{0x0004000300020001});
  const Tensor bytes = ViewDType(wide, DType::kUInt8).value();
  EXPECT_EQ(Values(bytes), (std::vector<double>{1, 0, 2, 0, 3, 0, 4, 0}));
}

// view_dtype.i1
TEST(ViewDType, GivesTheGeometryBackOnTheWayBack) {
  for (const DType from : kDTypes) {
    const Tensor operand = Somewhere({{3, 0, 2}, {0, 7, 1}, 5}, from);
    for (const DType to : kDTypes) {
      if (ItemSize(to) > ItemSize(from)) continue;
      const Tensor there = ViewDType(operand, to).value();
      EXPECT_EQ(ViewDType(there, from).value().geometry, operand.geometry);
    }
  }
}

}  // namespace dtype_view_test
}  // namespace viewproof
