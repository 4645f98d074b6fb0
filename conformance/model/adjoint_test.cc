#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace adjoint_test {

TEST(ModelConjugateTranspose, IsOfMatricesAndNumbers) {
  const Tensor x = Base({2, 3}, DType::kComplex64);
  EXPECT_EQ(Addresses(Get(ConjugateTranspose(x))),
            (Wides{0, 24, 8, 32, 16, 40}));
  EXPECT_TRUE(Get(BatchConjugateTranspose(x)).conj);
  EXPECT_EQ(KindOf(ConjugateTranspose(Base({3}))), kRank);
  EXPECT_EQ(KindOf(BatchConjugateTranspose(Base({3}))), kRank);
}

}  // namespace adjoint_test
}  // namespace viewproof::model
