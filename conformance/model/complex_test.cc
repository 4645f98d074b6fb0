#include <optional>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace complex_test {

TEST(ModelConj, IsReadAndCopiedAsTheConjugate) {
  const Tensor x = Number();
  EXPECT_EQ(Read(Conj(x)), (Scalar{.re = 1, .im = -2}));
  EXPECT_EQ(Read(Conj(Conj(x))), (Scalar{.re = 1, .im = 2}));
  ASSERT_TRUE(Copy(x, Conj(x)).ok());
  EXPECT_EQ(Read(x), (Scalar{.re = 1, .im = -2}));
}

TEST(ModelParts, LieHalfAnElementApart) {
  const Tensor x = Number();
  EXPECT_EQ(Addresses(Get(ViewAsReal(x))), (Wides{0, 4}));
  EXPECT_EQ(Addresses(Get(Real(Conj(x)))), (Wides{0}));
  EXPECT_EQ(Addresses(Get(Imag(x))), (Wides{4}));
  EXPECT_EQ(Read(Get(Imag(Conj(x)))), (Scalar{.re = -2}));
  EXPECT_EQ(KindOf(ViewAsReal(Conj(x))), kState);
  EXPECT_EQ(KindOf(Imag(Get(Imag(x)))), kDType);
}

TEST(ModelViewAsComplex, TakesAlignedPairs) {
  const Tensor x = Base({3, 3}, DType::kFloat32);
  const Tensor window = Get(AsStrided(x, {2, 2}, {4, 1}, 2));
  EXPECT_EQ(Addresses(Get(ViewAsComplex(window))), (Wides{8, 24}));
  EXPECT_EQ(KindOf(ViewAsComplex(x)), kSize);
  EXPECT_EQ(KindOf(ViewAsComplex(Get(Narrow(x, 1, 0, 2)))), kNotViewable);
  EXPECT_EQ(KindOf(ViewAsComplex(Get(AsStrided(x, {1, 2}, {3, 1}, 0)))),
            std::nullopt);
  EXPECT_EQ(KindOf(ViewAsComplex(Get(AsStrided(x, {2}, {1}, 1)))),
            kNotViewable);
}

}  // namespace complex_test
}  // namespace viewproof::model
