#include "reference/ops/diagonal.h"

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace diagonal_test {

struct Diagonals {
  const char* name;
  Geometry operand;
  int64_t offset;
  int64_t dim1;
  int64_t dim2;
  Geometry expected;
};

class DiagonalGives : public testing::TestWithParam<Diagonals> {};

// diagonal.d1 diagonal.r1 diagonal.r2 diagonal.r3 diagonal.r4
TEST_P(DiagonalGives, TheGeometryOfPyTorch) {
  const auto& [name, operand, offset, dim1, dim2, expected] = GetParam();
  EXPECT_EQ(Diagonal(operand, offset, dim1, dim2).value(), expected);
}

const Geometry kMatrix = {{2, 3}, {3, 1}, 4};

INSTANTIATE_TEST_SUITE_P(
    Offsets, DiagonalGives,
    testing::Values(Diagonals{"Main", kMatrix, 0, 0, 1, {{2}, {4}, 4}},
                    Diagonals{"Above", kMatrix, 2, 0, 1, {{1}, {4}, 6}},
                    Diagonals{"Below", kMatrix, -1, 0, 1, {{1}, {4}, 7}},
                    Diagonals{"Turned", kMatrix, 1, 1, 0, {{1}, {4}, 7}},
                    Diagonals{"PastTheEnd", kMatrix, 3, 0, 1, {{0}, {4}, 4}},
                    Diagonals{"FarAbove", kMatrix, kMax, 0, 1, {{0}, {4}, 4}},
                    Diagonals{"FarBelow", kMatrix, kMin, 0, 1, {{0}, {4}, 4}},
                    Diagonals{"OfACube",
                              {{2, 3, 4}, {12, 4, 1}, 0},
                              1,
                              -1,
                              0,
                              {{3, 1}, {4, 13}, 12}}),
    kRowName);

struct Refused {
  const char* name;
  Geometry operand;
  int64_t offset;
  int64_t dim1;
  int64_t dim2;
  ErrorRule rule;
};

class DiagonalRejects : public testing::TestWithParam<Refused> {};

// diagonal.e1 diagonal.e2 diagonal.e3 diagonal.e4 dim.d2
TEST_P(DiagonalRejects, NamingTheBrokenRule) {
  const auto& [name, operand, offset, dim1, dim2, rule] = GetParam();
  ExpectRefused(Diagonal(operand, offset, dim1, dim2), rule);
}

INSTANTIATE_TEST_SUITE_P(
    Dims, DiagonalRejects,
    testing::Values(
        Refused{"Dim1", kMatrix, 0, 9, 9, "diagonal.e1"},
        Refused{"Dim2", kMatrix, 0, 0, 2, "diagonal.e2"},
        Refused{"Same", kMatrix, 0, 1, -1, "diagonal.e3"},
        Refused{"RankZero", {{}, {}, 0}, 0, 0, -1, "diagonal.e3"},
        Refused{"Stride", {{1, 1}, {kMax, kMax}, 0}, 0, 0, 1, "diagonal.e4"},
        Refused{"OffsetAbove",
                {{1, 4, 0}, {1, k2To62, 1}, 0},
                2,
                0,
                1,
                "diagonal.e4"},
        Refused{"OffsetBelow",
                {{4, 1, 0}, {k2To62, 1, 1}, 0},
                -2,
                0,
                1,
                "diagonal.e4"}),
    kRowName);

}  // namespace diagonal_test
}  // namespace viewproof
