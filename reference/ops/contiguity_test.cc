#include "reference/ops/contiguity.h"

#include <variant>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"
#include "reference/ops/permute.h"

namespace viewproof {
namespace contiguity_test {

using testing::ElementsAre;

// contiguous.r1 storage.d3
TEST(Contiguous, OfAContiguousTensorIsTheTensorItself) {
  const Tensor odd = On(Iota({2}), {{1, 2}, {100, 1}, 0});
  EXPECT_TRUE(std::holds_alternative<Itself>(Contiguous(odd).value()));
}

// contiguous.r2 contiguous.i1 contiguous.i2 storage.d2
TEST(Contiguous, OfATransposedMatrixIsACopyInRowMajorOrder) {
  const Tensor base = Iota({2, 3});
  const Tensor turned = On(base, TransposeMatrix(base.geometry).value());
  EXPECT_FALSE(IsContiguous(turned.geometry));
  const auto copy = std::get<Tensor>(Contiguous(turned).value());
  const Geometry expected = {{3, 2}, {2, 1}, 0};
  EXPECT_EQ(copy.geometry, expected);
  EXPECT_NE(copy.storage, base.storage);
  EXPECT_THAT(Values(copy), ElementsAre(1, 4, 2, 5, 3, 6));
}

// contiguous.e1
TEST(Contiguous, RejectsACopyBeyondInt64) {
  const Tensor repeated = On(Iota({1}), {{k2To62}, {0}, 0});
  ExpectRefused(Contiguous(repeated), "contiguous.e1");
}

}  // namespace contiguity_test
}  // namespace viewproof
