#include "conformance/case/case.h"

#include "gtest/gtest.h"

namespace viewproof {
namespace case_test {

TEST(Values, OfNoElementsAreEqualWhateverTheirForm) {
  const Values none, one = {Form::kNumber, {{1}}};
  EXPECT_EQ(none, (Values{Form::kBool, {}}));
  EXPECT_NE(one, (Values{Form::kBool, {{1}}}));
  EXPECT_NE(one, none);
}

}  // namespace case_test
}  // namespace viewproof
