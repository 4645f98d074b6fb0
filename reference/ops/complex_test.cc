#include "reference/ops/complex.h"

#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace complex_test {

using testing::ElementsAre;

// Element k holds (k + 1) + 0j at k; the parts as real numbers: 1 0 2 0 ...
Tensor Complex(const Ints& sizes) { return Iota(sizes, DType::kComplex64); }

Tensor Conjugate(const Tensor& operand) {
  return std::get<Tensor>(Conj(operand));
}

// A complex tensor with the negative bit: -1-2j -3-4j.
Tensor Negative() {
  Tensor parts = Iota({2, 2});
  parts.neg = true;
  return ViewAsComplex(parts).value();
}

// conj.d1 conj.r1 tensor.d3
TEST(Conj, TurnsTheBitOverAndKeepsGeometryAndStorage) {
  const Tensor base = ViewAsComplex(Iota({2, 2})).value();
  const Tensor once = Conjugate(base);
  EXPECT_TRUE(once.conj);
  EXPECT_EQ(once.geometry, base.geometry);
  EXPECT_EQ(once.storage, base.storage);
  EXPECT_THAT(Read(once), ElementsAre(Scalar{1, -2}, Scalar{3, -4}));
  EXPECT_FALSE(Conjugate(once).conj);
  EXPECT_THAT(Read(Conjugate(once)), ElementsAre(Scalar{1, 2}, Scalar{3, 4}));
}

// conj.r1 tensor.d3
TEST(Conj, OfANegativeTensorHasBothBits) {
  const Tensor both = Conjugate(Negative());
  EXPECT_TRUE(both.conj && both.neg);
  EXPECT_THAT(Read(both), ElementsAre(Scalar{-1, 2}, Scalar{-3, 4}));
}

// conj.r2
TEST(Conj, OfARealTensorIsTheTensorItself) {
  EXPECT_TRUE(std::holds_alternative<Itself>(Conj(Iota({2}))));
}

// real.d1 real.r1
TEST(Real, TakesEverySecondNumberAndNoConjugateBit) {
  const Tensor real =
      std::get<Tensor>(Real(Conjugate(Complex({2, 3}))).value());
  const Geometry expected = {{2, 3}, {6, 2}, 0};
  EXPECT_EQ(real.geometry, expected);
  EXPECT_EQ(real.dtype, DType::kFloat32);
  EXPECT_FALSE(real.conj || real.neg);
  EXPECT_THAT(Values(real), ElementsAre(1, 2, 3, 4, 5, 6));
}

// real.r1
TEST(Real, KeepsTheNegativeBit) {
  const Tensor real = std::get<Tensor>(Real(Negative()).value());
  EXPECT_TRUE(real.neg);
  EXPECT_THAT(Values(real), ElementsAre(-1, -3));
}

// real.r2
TEST(Real, OfARealTensorIsTheTensorItself) {
  EXPECT_TRUE(
      std::holds_alternative<Itself>(Real(Iota({2}, DType::kInt8)).value()));
}

// imag.d1 imag.r1
TEST(Imag, BeginsAtTheSecondNumber) {
  const Tensor base = ViewAsComplex(Iota({2, 2})).value();
  const Tensor imag = Imag(base).value();
  const Geometry expected = {{2}, {2}, 1};
  EXPECT_EQ(imag.geometry, expected);
  EXPECT_FALSE(imag.neg);
  EXPECT_THAT(Values(imag), ElementsAre(2, 4));
}

// imag.r2
TEST(Imag, OfAConjugateHasTheNegativeBitTurnedOver) {
  const Tensor base = ViewAsComplex(Iota({2, 2})).value();
  const Tensor imag = Imag(Conjugate(base)).value();
  EXPECT_TRUE(imag.neg);
  EXPECT_THAT(Values(imag), ElementsAre(-2, -4));
  EXPECT_FALSE(Imag(Conjugate(Negative())).value().neg);
}

// imag.e1
TEST(Imag, RejectsARealTensor) { ExpectRefused(Imag(Iota({2})), "imag.e1"); }

// view_as_real.r1 view_as_real.r2 view_as_real.r3
TEST(ViewAsReal, AddsADimensionOfTwoWithStrideOne) {
  const Tensor window = On(Complex({8}), {{2, 3}, {3, 1}, 2});
  const Tensor parts = ViewAsReal(window).value();
  const Geometry expected = {{2, 3, 2}, {6, 2, 1}, 4};
  EXPECT_EQ(parts.geometry, expected);
  EXPECT_EQ(parts.dtype, DType::kFloat32);
  EXPECT_EQ(ViewAsReal(Iota({}, DType::kComplex128)).value().dtype,
            DType::kFloat64);
  EXPECT_TRUE(ViewAsReal(Negative()).value().neg);
}

// view_as_real.d1
TEST(ViewAsReal, PutsTheImaginaryPartBehindTheRealOne) {
  const Tensor base = ViewAsComplex(Iota({2, 2})).value();
  EXPECT_THAT(Values(ViewAsReal(base).value()), ElementsAre(1, 2, 3, 4));
}

// view_as_real.e1 view_as_real.e2
TEST(ViewAsReal, RejectsRealAndConjugateTensors) {
  ExpectRefused(ViewAsReal(Iota({2})), "view_as_real.e1");
  ExpectRefused(ViewAsReal(Conjugate(Complex({2}))), "view_as_real.e2");
}

// view_as_real.e3 real.e1 imag.e2 checked.d1
TEST(ViewAsReal, RejectsWhatExceedsInt64) {
  const Tensor base = Complex({0});
  for (const Geometry& geometry :
       {Geometry{{k2To62}, {0}, 0}, Geometry{{0, 2}, {k2To62, 1}, 0},
        Geometry{{0}, {1}, k2To62}}) {
    const Tensor operand = On(base, geometry);
    ExpectRefused(ViewAsReal(operand), "view_as_real.e3");
    ExpectRefused(Real(operand), "real.e1");
    ExpectRefused(Imag(operand), "imag.e2");
  }
  const Tensor widest = On(base, {{0}, {k2To62 - 1}, k2To62 - 1});
  EXPECT_EQ(Imag(widest).value().geometry.offset, kMax);
}

// view_as_complex.d1 view_as_complex.r1 view_as_complex.r2 view_as_complex.r3
TEST(ViewAsComplex, TakesPairsAndHalvesStridesAndOffset) {
  const Tensor base = Iota({20}, DType::kFloat64);
  const Tensor pairs =
      ViewAsComplex(On(base, {{2, 3, 2}, {8, 2, 1}, 4})).value();
  const Geometry expected = {{2, 3}, {4, 1}, 2};
  EXPECT_EQ(pairs.geometry, expected);
  EXPECT_EQ(pairs.dtype, DType::kComplex128);
  EXPECT_EQ(Read(pairs)[3], (Scalar{13, 14}));
  EXPECT_TRUE(Negative().neg);
}

// view_as_complex.r2
TEST(ViewAsComplex, RoundsTheOddStrideOfASizeOfOneDown) {
  const Geometry expected = {{1}, {1}, 0};
  EXPECT_EQ(ViewAsComplex(On(Iota({6}), {{1, 2}, {3, 1}, 0})).value().geometry,
            expected);
}

struct BadPairs {
  const char* name;
  DType dtype;
  Geometry geometry;
  ErrorRule rule;
};

class ViewAsComplexRejects : public testing::TestWithParam<BadPairs> {};

// view_as_complex.e1 view_as_complex.e2 view_as_complex.e3 view_as_complex.e4
// view_as_complex.e5 view_as_complex.e6
TEST_P(ViewAsComplexRejects, NamingTheBrokenRule) {
  const auto& [name, dtype, geometry, rule] = GetParam();
  ExpectRefused(ViewAsComplex(On(Iota({8}, dtype), geometry)), rule);
}

INSTANTIATE_TEST_SUITE_P(Operands, ViewAsComplexRejects,
                         testing::Values(BadPairs{"IntegersBeforeRank",
                                                  DType::kInt32,
                                                  {{}, {}, 0},
                                                  "view_as_complex.e1"},
                                         BadPairs{"Complex",
                                                  DType::kComplex64,
                                                  {{2}, {1}, 0},
                                                  "view_as_complex.e1"},
                                         BadPairs{"RankZero",
                                                  DType::kFloat32,
                                                  {{}, {}, 0},
                                                  "view_as_complex.e2"},
                                         BadPairs{"SizeThreeBeforeStride",
                                                  DType::kFloat32,
                                                  {{3}, {2}, 0},
                                                  "view_as_complex.e3"},
                                         BadPairs{"LastStrideBeforeOthers",
                                                  DType::kFloat32,
                                                  {{2, 2}, {1, 3}, 0},
                                                  "view_as_complex.e4"},
                                         BadPairs{"OddStrideBeforeOffset",
                                                  DType::kFloat32,
                                                  {{2, 2}, {3, 1}, 1},
                                                  "view_as_complex.e5"},
                                         BadPairs{"OddStrideOfSizeZero",
                                                  DType::kFloat32,
                                                  {{0, 2}, {3, 1}, 0},
                                                  "view_as_complex.e5"},
                                         BadPairs{"OddOffsetOfNoElements",
                                                  DType::kFloat64,
                                                  {{0, 2}, {2, 1}, 1},
                                                  "view_as_complex.e6"}),
                         kRowName);

}  // namespace complex_test
}  // namespace viewproof
