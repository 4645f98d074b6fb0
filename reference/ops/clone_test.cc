#include "reference/ops/clone.h"

#include <variant>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace clone_test {

using testing::ElementsAre;

// clone.d1 clone.r1 storage.d2 storage.i4
TEST(Clone, OfAContiguousTensorIsStillACopy) {
  const Tensor base = Iota({2, 3});
  const Tensor result = Clone(base).value();
  EXPECT_EQ(result.geometry, base.geometry);
  EXPECT_NE(result.storage, base.storage);
  EXPECT_THAT(Values(result), ElementsAre(1, 2, 3, 4, 5, 6));
}

struct Strides {
  const char* name;
  Geometry operand;
  Ints strides;  // The clone has these.
};

class CloneOf : public testing::TestWithParam<Strides> {};

// clone.d2 clone.r1 clone.r2
TEST_P(CloneOf, HasTheseStridesAndTheOperandsElements) {
  const auto& [name, geometry, strides] = GetParam();
  const Tensor operand = On(Iota({100}), geometry);
  const Tensor result = Clone(operand).value();
  const Geometry expected = {geometry.sizes, strides, 0};
  EXPECT_EQ(result.geometry, expected);
  EXPECT_EQ(Values(result), Values(operand));
  EXPECT_EQ(std::ssize(result.storage->bytes),
            Numel(geometry.sizes).value() * ItemSize(operand.dtype));
}

INSTANTIATE_TEST_SUITE_P(
    Geometries, CloneOf,
    testing::Values(
        Strides{"Transposed", {{3, 4}, {1, 3}, 2}, {1, 3}},
        Strides{"TransposedWithGaps", {{3, 4}, {2, 6}, 0}, {1, 3}},
        Strides{"ThreeWithGaps", {{2, 3, 4}, {1, 40, 5}, 0}, {1, 8, 2}},
        Strides{"RepeatedRows", {{2, 3}, {0, 1}, 0}, {3, 1}},
        Strides{"RepeatedColumns", {{3, 2}, {1, 0}, 0}, {2, 1}},
        Strides{"RepeatedBetween", {{2, 3, 2}, {1, 0, 6}, 0}, {1, 2, 6}},
        Strides{"EqualStrides", {{2, 3}, {1, 1}, 0}, {1, 2}},
        Strides{"EqualStridesAndSizes", {{2, 2}, {1, 1}, 0}, {2, 1}},
        Strides{"OneAmongDense", {{2, 1, 3}, {3, 7, 1}, 0}, {3, 7, 1}},
        Strides{"OneAmongGaps", {{2, 1, 2}, {4, 9, 2}, 0}, {2, 4, 1}},
        Strides{"Nothing", {{0, 3}, {7, 5}, 9}, {7, 5}},
        Strides{"Scalar", {{}, {}, 9}, {}}),
    kRowName);

// clone.d1
TEST(Clone, WritesOutBothBits) {
  Tensor operand = Iota({2}, DType::kFloat32);
  operand.neg = true;
  const Tensor result = Clone(operand).value();
  EXPECT_FALSE(result.neg);
  EXPECT_THAT(Values(result), ElementsAre(-1, -2));
}

// clone.r1
TEST(Clone, OfNothingTakesOverStridesBeyondInt64) {
  const Geometry wild = {{0, k2To62, 4}, {kMax, 1, 1}, 0};
  const Tensor result = Clone(On(Iota({0}), wild)).value();
  EXPECT_EQ(result.geometry, wild);
}

// clone.e1
TEST(Clone, RefusesACopyBeyondInt64) {
  ExpectRefused(Clone(On(Iota({1}), {{k2To62}, {0}, 0})), "clone.e1");
}

constexpr MemoryFormat kRows = MemoryFormat::kContiguous;
constexpr MemoryFormat kLast = MemoryFormat::kChannelsLast;
constexpr MemoryFormat kLast3d = MemoryFormat::kChannelsLast3d;
constexpr MemoryFormat kPreserve = MemoryFormat::kPreserve;

// clone_format.r1 clone_format.r2
TEST(CloneIn, MakesRowsOrKeepsStrides) {
  const Tensor operand = On(Iota({6}), {{3, 2}, {1, 3}, 0});
  EXPECT_THAT(CloneIn(operand, kRows).value().geometry.strides,
              ElementsAre(2, 1));
  EXPECT_THAT(CloneIn(operand, kPreserve).value().geometry.strides,
              ElementsAre(1, 3));
}

// clone_format.r3
TEST(CloneIn, OrdersImagesAndVolumesChannelsLast) {
  const Tensor images = Iota({2, 3, 2, 2});
  const Tensor result = CloneIn(images, kLast).value();
  EXPECT_THAT(result.geometry.strides, ElementsAre(12, 1, 6, 3));
  EXPECT_EQ(Values(result), Values(images));
  EXPECT_THAT(CloneIn(Iota({2, 3, 2, 1, 2}), kLast3d).value().geometry.strides,
              ElementsAre(12, 1, 6, 6, 3));
}

// clone_format.r1
TEST(CloneIn, CopiesWhatIsInTheFormatAlready) {
  const Tensor base = Iota({2, 3});
  EXPECT_NE(CloneIn(base, kRows).value().storage, base.storage);
}

// clone_format.e1
TEST(CloneIn, RefusesBytesAndStridesBeyondInt64BeforeTheRank) {
  const Tensor huge = On(Iota({1}), {{k2To62}, {0}, 0});
  ExpectRefused(CloneIn(huge, kLast), "clone_format.e1");
  ExpectRefused(CloneIn(huge, kPreserve), "clone_format.e1");
  const Tensor nothing = On(Iota({0}), {{0, k2To62, 4}, {1, 1, 1}, 0});
  ExpectRefused(CloneIn(nothing, kRows), "clone_format.e1");
  EXPECT_TRUE(CloneIn(nothing, kPreserve).ok());
}

// clone_format.e2
TEST(CloneIn, RefusesARankOtherThanTheFormats) {
  ExpectRefused(CloneIn(Iota({2, 3}), kLast), "clone_format.e2");
  ExpectRefused(CloneIn(Iota({1, 2, 3, 4}), kLast3d), "clone_format.e2");
}

// resolve_conj.r1 resolve_neg.r1
TEST(Resolve, ReturnsATensorWithoutTheBitItself) {
  Tensor operand = Iota({2}, DType::kComplex64);
  operand.neg = true;
  EXPECT_TRUE(std::holds_alternative<Itself>(ResolveConj(operand).value()));
  operand.neg = false;
  operand.conj = true;
  EXPECT_TRUE(std::holds_alternative<Itself>(ResolveNeg(operand).value()));
}

// resolve_conj.r2 resolve_neg.r2
TEST(Resolve, CopiesWithoutAnyBit) {
  Tensor operand = Iota({2}, DType::kComplex64);
  operand.conj = operand.neg = true;
  for (const auto& resolve : {ResolveConj, ResolveNeg}) {
    const auto result = std::get<Tensor>(resolve(operand).value());
    EXPECT_FALSE(result.conj || result.neg);
    EXPECT_NE(result.storage, operand.storage);
    EXPECT_EQ(Values(result), Values(operand));
  }
}

// resolve_conj.e1 resolve_neg.e1
TEST(Resolve, RefusesACopyBeyondInt64) {
  Tensor operand = On(Iota({1}), {{k2To62}, {0}, 0});
  operand.neg = true;
  ExpectRefused(ResolveNeg(operand), "resolve_neg.e1");
  operand = On(Iota({1}, DType::kComplex64), {{k2To62}, {0}, 0});
  operand.conj = true;
  ExpectRefused(ResolveConj(operand), "resolve_conj.e1");
}

}  // namespace clone_test
}  // namespace viewproof
