#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace new_test {

TEST(ModelNew, TakesTheElementsOfTheLiteralToAStorageOfItsOwn) {
  const Tensor literal = Base({2, 2});
  const Tensor made = New(Base({3}), literal);
  EXPECT_NE(made.storage, literal.storage);
  ExpectPlaces(made, {2, 2}, {0, 1, 2, 3});
  EXPECT_EQ(BytesIn(made), (std::vector<int>{0, 1, 2, 3}));
}

}  // namespace new_test
}  // namespace viewproof::model
