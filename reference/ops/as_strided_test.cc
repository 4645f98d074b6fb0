#include "reference/ops/as_strided.h"

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace as_strided_test {

// as_strided.r1 as_strided.d1
TEST(AsStrided, TakesTheGeometryAsGiven) {
  const Geometry expected = {{2, 1}, {0, kMax}, 5};
  EXPECT_EQ(AsStrided(Iota({6}), {2, 1}, {0, kMax}, 5).value(), expected);
}

// as_strided.r2
TEST(AsStrided, KeepsTheOperandsOffsetWhereNoneIsGiven) {
  const Tensor window = On(Iota({6}), {{2}, {1}, 4});
  EXPECT_EQ(AsStrided(window, {1}, {1}, std::nullopt).value().offset, 4);
}

// as_strided.d1
TEST(AsStrided, SeesTheStorageOutsideTheOperand) {
  const Tensor window = On(Iota({6}), {{2}, {1}, 4});
  const Geometry expected = {{6}, {1}, 0};
  EXPECT_EQ(AsStrided(window, {6}, {1}, 0).value(), expected);
}

// as_strided.r2 address.i1
TEST(AsStrided, TakesAnyOffsetWithoutElements) {
  const Geometry expected = {{0, 2}, {k2To62, kMax}, kMax};
  EXPECT_EQ(AsStrided(Iota({6}), {0, 2}, {k2To62, kMax}, kMax).value(),
            expected);
}

struct Refused {
  const char* name;
  Ints size;
  Ints stride;
  int64_t storage_offset;
  ErrorRule rule;
};

class AsStridedRejects : public testing::TestWithParam<Refused> {};

// as_strided.e1 as_strided.e2 as_strided.e3 as_strided.e4 as_strided.e5
// as_strided.e6 as_strided.e7
TEST_P(AsStridedRejects, NamingTheBrokenRule) {
  const auto& [name, size, stride, storage_offset, rule] = GetParam();
  ExpectRefused(AsStrided(Iota({6}), size, stride, storage_offset), rule);
}

INSTANTIATE_TEST_SUITE_P(
    Geometry, AsStridedRejects,
    testing::Values(Refused{"Lengths", {2}, {-1, 1}, -1, "as_strided.e1"},
                    Refused{"Stride", {-1}, {-1}, -1, "as_strided.e2"},
                    Refused{"Offset", {-1}, {1}, -1, "as_strided.e3"},
                    Refused{"OffsetOfNone", {0}, {1}, -1, "as_strided.e3"},
                    Refused{"Size", {-1}, {1}, 0, "as_strided.e4"},
                    Refused{
                        "SizeBesideZero", {-1, 0}, {1, 1}, 0, "as_strided.e4"},
                    Refused{"Extent", {2}, {kMax}, 0, "as_strided.e5"},
                    Refused{"OffsetInBytes", {1}, {1}, k2To62, "as_strided.e5"},
                    Refused{"LastOffset", {}, {}, kMax, "as_strided.e5"},
                    Refused{"OneTooMany", {6}, {1}, 1, "as_strided.e6"},
                    Refused{"RankZeroPastTheEnd", {}, {}, 6, "as_strided.e6"},
                    Refused{"Count", {k2To62, 2}, {0, 0}, 0, "as_strided.e7"}),
    kRowName);

}  // namespace as_strided_test
}  // namespace viewproof
