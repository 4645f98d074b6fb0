#include "reference/ops/drop.h"

#include "reference/core/test_util.h"

namespace viewproof {
namespace drop_test {

// drop.r1 drop.r2
TEST(Drop, LeavesTheStorageToAView) {
  Tensor base = Iota({2, 3});
  const Tensor view = On(base, {{3, 2}, {1, 3}, 0});
  Drop(base);
  EXPECT_EQ(base.storage, nullptr);
  EXPECT_EQ(view.geometry, (Geometry{{3, 2}, {1, 3}, 0}));
  EXPECT_EQ(Values(view), (std::vector<double>{1, 4, 2, 5, 3, 6}));
}

// drop.r1
TEST(Drop, OfTheLastTensorEndsTheStorage) {
  Tensor base = Iota({2});
  Tensor view = On(base, {{1}, {1}, 1});
  const std::weak_ptr<Storage> storage = base.storage;
  Drop(base);
  EXPECT_FALSE(storage.expired());
  Drop(view);
  EXPECT_TRUE(storage.expired());
}

}  // namespace drop_test
}  // namespace viewproof
