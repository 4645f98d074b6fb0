#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/case/text.h"
#include "tools/golden/check_case.h"

namespace viewproof {
namespace check_tensors_test {

using testing::ElementsAre;
using testing::IsEmpty;

// tensor.u1
TEST(ProblemsOfSigns, NameTheStepsAfterWhichASignIsOpen) {
  EXPECT_THAT(ProblemsOfSigns(
                  ParseText("complex64[1] 0x4523c17f00000000 | t() | conj()")),
              ElementsAre("chain: after step 2 a sign is unspecified "
                          "(tensor.u1)"));
  EXPECT_THAT(
      ProblemsOfSigns(ParseText("complex64[2] | conj() | imag() | fill_(0)")),
      IsEmpty());
}

}  // namespace check_tensors_test
}  // namespace viewproof
