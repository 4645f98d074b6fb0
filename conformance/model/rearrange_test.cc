#include "conformance/model/rearrange.h"

#include <cstddef>
#include <optional>
#include <vector>

#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace rearrange_test {

TEST(ModelRearrange, CountsFromTheStart) {
  EXPECT_EQ(FromStart(1, 2), 1u);
  EXPECT_EQ(FromStart(-2, 2), 0u);
  EXPECT_EQ(FromStart(2, 2), std::nullopt);
  EXPECT_EQ(FromStart(-3, 2), std::nullopt);
  EXPECT_EQ(DimsFromStart({-1, 0}, 2).value(),
            (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(KindOf(DimsFromStart({1, -1}, 2)), kDuplicateDim);
  EXPECT_EQ(KindOf(DimOf(Base({}), 0)), kRank);
  EXPECT_EQ(KindOf(DimOf(Base({2}), 1)), kDimOutOfRange);
}

TEST(ModelRearrange, RefusesWhatExceedsAnInt64) {
  const Tensor x = Base({2});
  const auto far = [](const Wides& i) { return Along(0, i[0], Wide{1} << 63); };
  EXPECT_EQ(KindOf(Fitting(x)), std::nullopt);
  EXPECT_EQ(KindOf(Fitting(ViewOf(x, {2}, far))), kOverflow);
}

}  // namespace rearrange_test
}  // namespace viewproof::model
