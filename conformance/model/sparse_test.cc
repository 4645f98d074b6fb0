#include <memory>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace sparse_test {

TEST(ModelSparse, GivesWhatACoalescedTensorWasMadeOf) {
  Tensor x = Base({2});
  const Tensor indices = Base({1, 1}, DType::kInt64), values = Base({1});
  EXPECT_EQ(KindOf(Indices(x)), kTensorKind);
  EXPECT_EQ(KindOf(Values(x)), kTensorKind);
  x.coo = std::make_shared<const CooTensors>(CooTensors{indices, values, true});
  EXPECT_EQ(Get(Indices(x)).storage, indices.storage);
  EXPECT_EQ(Get(Values(x)).storage, values.storage);
  x.coo =
      std::make_shared<const CooTensors>(CooTensors{indices, values, false});
  EXPECT_EQ(KindOf(Indices(x)), kState);
  EXPECT_EQ(KindOf(Values(x)), kState);
}

}  // namespace sparse_test
}  // namespace viewproof::model
