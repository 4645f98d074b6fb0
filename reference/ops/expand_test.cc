#include "reference/ops/expand.h"

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace expand_test {

struct Expanded {
  const char* name;
  Geometry operand;
  Ints size;
  Geometry expected;
};

class ExpandGives : public testing::TestWithParam<Expanded> {};

// expand.d1 expand.r1 expand.r2 expand.r3 expand.r4
TEST_P(ExpandGives, TheSizesAndStridesOfPyTorch) {
  const auto& [name, operand, size, expected] = GetParam();
  EXPECT_EQ(Expand(operand, size).value(), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, ExpandGives,
    testing::Values(
        Expanded{"Grown", {{3, 1}, {1, 1}, 4}, {3, 4}, {{3, 4}, {1, 0}, 4}},
        Expanded{"Kept", {{1, 2}, {9, 1}, 0}, {-1, -1}, {{1, 2}, {9, 1}, 0}},
        Expanded{"ToNone", {{1}, {1}, 0}, {0}, {{0}, {0}, 0}},
        Expanded{"NoneKept", {{0}, {1}, 0}, {3, 0}, {{3, 0}, {0, 1}, 0}},
        Expanded{"New", {{3}, {2}, 0}, {2, 3}, {{2, 3}, {0, 2}, 0}},
        Expanded{"NewNone", {{3}, {2}, 0}, {0, 3}, {{0, 3}, {0, 2}, 0}},
        Expanded{"NewOne", {{3}, {2}, 0}, {1, 3}, {{1, 3}, {6, 2}, 0}},
        Expanded{
            "NewOneOfNew", {{3}, {2}, 0}, {1, 2, 3}, {{1, 2, 3}, {0, 0, 2}, 0}},
        Expanded{"RankZero", {{}, {}, 5}, {1, 2}, {{1, 2}, {0, 0}, 5}},
        Expanded{"RankZeroKept", {{}, {}, 5}, {}, {{}, {}, 5}}),
    kRowName);

struct Refused {
  const char* name;
  Geometry operand;
  Ints size;
  ErrorRule rule;
};

class ExpandRejects : public testing::TestWithParam<Refused> {};

// expand.e1 expand.e2 expand.e3 expand.e4 expand.e5
TEST_P(ExpandRejects, NamingTheBrokenRule) {
  const auto& [name, operand, size, rule] = GetParam();
  ExpectRefused(Expand(operand, size), rule);
}

const Geometry kThree = {{3}, {1}, 0};
const Geometry kOnes = {{1, 1}, {1, 1}, 0};

INSTANTIATE_TEST_SUITE_P(
    Size, ExpandRejects,
    testing::Values(
        Refused{"TooFew", kOnes, {-2}, "expand.e1"},
        Refused{"NewMinusOne", kThree, {-1, 3}, "expand.e2"},
        Refused{"RankZeroMinusOne", {{}, {}, 0}, {-1}, "expand.e2"},
        Refused{"LastEntryFirst", kThree, {-1, 4}, "expand.e3"},
        Refused{"NegativeThatDiffers", kThree, {-3}, "expand.e3"},
        Refused{"NoneToOne", {{0}, {1}, 0}, {1}, "expand.e3"},
        Refused{"NegativeOfOne", kOnes, {-3, 1}, "expand.e4"},
        Refused{
            "NegativeBesideZero", {{1, 0}, {1, 1}, 0}, {-3, 0}, "expand.e4"},
        Refused{"NewNegative", kThree, {-2, 3}, "expand.e4"},
        Refused{"Count", kOnes, {k2To62, 2}, "expand.e5"},
        Refused{"Stride", {{4, 0}, {k2To62, 1}, 0}, {1, 4, 0}, "expand.e5"}),
    kRowName);

}  // namespace expand_test
}  // namespace viewproof
