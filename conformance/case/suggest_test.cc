#include "conformance/case/suggest.h"

#include <gtest/gtest.h>

namespace viewproof {
namespace suggest_test {

TEST(DidYouMean, OffersTheNearestNamesNearestFirst) {
  EXPECT_EQ(DidYouMean("permut", {"view", "permute", "expand"}),
            "; did you mean permute?");
  EXPECT_EQ(DidYouMean("view", {"view_as", "view", "narrow"}),
            "; did you mean view, view_as?");
}

TEST(DidYouMean, OffersNothingWhereNothingIsNear) {
  EXPECT_EQ(DidYouMean("roll", {"view", "permute", "expand"}), "");
}

TEST(DidYouMean, OffersNamesThatBeginSo) {
  EXPECT_EQ(DidYouMean("squ", {"squeeze.dims", "view"}),
            "; did you mean squeeze.dims?");
}

TEST(DidYouMean, KnowsTheOps) {
  EXPECT_EQ(DidYouMeanOp("as_stride"), "; did you mean as_strided?");
}

}  // namespace suggest_test
}  // namespace viewproof
