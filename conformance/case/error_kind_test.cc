#include "conformance/case/error_kind.h"

#include "gtest/gtest.h"

namespace viewproof {
namespace error_kind_test {

TEST(ErrorKind, HasANameByWhichItIsFound) {
  EXPECT_EQ(Name(ErrorKind::kDimOutOfRange), "dim_out_of_range");
  EXPECT_EQ(Name(ErrorKind::kNotViewable), "not_viewable");
  EXPECT_EQ(Name(ErrorKind::kOverlap), "overlap");
  EXPECT_EQ(FindErrorKind("overlap"), ErrorKind::kOverlap);
  EXPECT_EQ(FindErrorKind("Overlap"), std::nullopt);
}

}  // namespace error_kind_test
}  // namespace viewproof
