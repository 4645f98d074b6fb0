#include <vector>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace contiguity_test {

TEST(ModelContiguous, CopiesOnlyWhatIsNotContiguous) {
  const Tensor x = Base({2, 3});
  EXPECT_EQ(Get(Contiguous(x)).storage, x.storage);
  const Tensor copy = Get(Contiguous(Get(TransposeMatrix(x))));
  EXPECT_NE(copy.storage, x.storage);
  EXPECT_EQ(BytesIn(copy), (std::vector<int>{0, 3, 1, 4, 2, 5}));
}

}  // namespace contiguity_test
}  // namespace viewproof::model
