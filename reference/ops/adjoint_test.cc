#include "reference/ops/adjoint.h"

#include <variant>

#include "gtest/gtest.h"
#include "reference/core/test_util.h"
#include "reference/ops/complex.h"

namespace viewproof {
namespace adjoint_test {

const Geometry kTurned = {{3, 2}, {1, 3}, 0};

Tensor Made(const Result<TensorOrItself>& result) {
  return std::get<Tensor>(result.value());
}

// H.r1 mH.r1
TEST(ConjugateTranspose, OfAMatrixIsTransposedAndConjugated) {
  const Tensor matrix = Iota({2, 3}, DType::kComplex64);
  for (const auto op : {ConjugateTranspose, BatchConjugateTranspose}) {
    const Tensor once = Made(op(matrix));
    EXPECT_EQ(once.geometry, kTurned);
    EXPECT_EQ(once.storage, matrix.storage);
    EXPECT_TRUE(once.conj);
    EXPECT_FALSE(Made(op(once)).conj);
    EXPECT_EQ(Made(op(once)).geometry, matrix.geometry);
  }
}

// H.d1 mH.d1
TEST(ConjugateTranspose, HoldsTheConjugateOfTheElementAcross) {
  const Tensor row =
      ViewAsComplex(On(Iota({4}), {{1, 2, 2}, {4, 2, 1}, 0})).value();
  for (const auto op : {ConjugateTranspose, BatchConjugateTranspose}) {
    EXPECT_EQ(Read(Made(op(row)))[1], (Scalar{3, -4}));
  }
}

// H.r1 mH.r1
TEST(ConjugateTranspose, OfARealMatrixIsAViewWithoutABit) {
  const Tensor matrix = Iota({2, 3});
  EXPECT_EQ(Made(ConjugateTranspose(matrix)).geometry, kTurned);
  EXPECT_FALSE(Made(BatchConjugateTranspose(matrix)).conj);
}

// H.r2 mH.r2 conj.r2
TEST(ConjugateTranspose, OfRankZeroIsTheConjugate) {
  const Tensor number = Iota({}, DType::kComplex64);
  EXPECT_TRUE(Made(ConjugateTranspose(number)).conj);
  EXPECT_TRUE(Made(BatchConjugateTranspose(number)).conj);
  for (const auto op : {ConjugateTranspose, BatchConjugateTranspose}) {
    EXPECT_TRUE(std::holds_alternative<Itself>(op(Iota({})).value()));
  }
}

// H.e1
TEST(ConjugateTranspose, RejectsEveryRankButZeroAndTwo) {
  ExpectRefused(ConjugateTranspose(Iota({3})), "H.e1");
  ExpectRefused(ConjugateTranspose(Iota({1, 2, 2})), "H.e1");
}

// mH.r1
TEST(BatchConjugateTranspose, ExchangesTheLastTwoDimensions) {
  const Tensor batch = Iota({2, 3, 4}, DType::kComplex64);
  const Geometry expected = {{2, 4, 3}, {12, 1, 4}, 0};
  EXPECT_EQ(Made(BatchConjugateTranspose(batch)).geometry, expected);
}

// mH.e1
TEST(BatchConjugateTranspose, RejectsRankOne) {
  ExpectRefused(BatchConjugateTranspose(Iota({3})), "mH.e1");
}

}  // namespace adjoint_test
}  // namespace viewproof
