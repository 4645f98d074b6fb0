#include "fuzz/hunt/expectation.h"

#include <gtest/gtest.h>

#include <string_view>

#include "conformance/case/text.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace expectation_test {

// The steps of which something is expected.
std::size_t StepsOf(std::string_view text, const Hello& hello) {
  Vector vector;
  vector.test = ParseText(text);
  return Expectation(hello).Fill(vector) ? vector.test.chain.size() : 0;
}

TEST(Expectation, KeepsAChainThatIsSettled) {
  EXPECT_EQ(StepsOf("float32[2,3] | t() | view([6]) | read()", FullHello()),
            3U);
}

TEST(Expectation, EndsAtAnErrorForThoseThatCannotGoOn) {
  Hello hello = FullHello();
  hello.after_error = false;
  EXPECT_EQ(StepsOf("float32[2,3] | t() | view([6]) | read()", hello), 2U);
}

TEST(Expectation, EndsBeforeASecondStepThatMayViewOrCopy) {
  EXPECT_EQ(StepsOf("float32[6] | reshape([2,3]) | t() | t() | reshape([6])",
                    FullHello()),
            3U);
}

TEST(Expectation, EndsWhereAnAssignmentMayHaveBegun) {
  EXPECT_EQ(StepsOf("float32[2] | setitem([int64[2]{1,2}], 101) | read()",
                    FullHello()),
            1U);
  // What takes elements, or names one number, writes nothing.
  EXPECT_EQ(
      StepsOf("float32[2] | getitem([int64[2]{1,2}]) | read()", FullHello()),
      2U);
}

}  // namespace expectation_test
}  // namespace viewproof
