#include "fuzz/input.h"

#include <string>
#include <vector>

#include "conformance/case/testing.h"
#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/shrink.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/testing.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace input_test {

TEST(Input, EveryVectorIsAnInputAndItsCaseComesBack) {
  int64_t inputs = 0;
  int64_t lawful = 0;
  ForEachVector(OpenGolden("golden"), [&](Vector& vector) {
    const std::string input = InputOf(vector.test);
    const std::optional<Case> test = CaseOfInput(input);
    if (!test) return;  // Its base is large.
    ++inputs;
    vector.test.id.clear();
    EXPECT_EQ(Text(*test), Text(vector.test));
    EXPECT_EQ(InputOf(*test), input);
    if (Followed(*test)) ++lawful;
  });
  EXPECT_GE(inputs, 9000);
  EXPECT_GE(lawful, inputs * 9 / 10);
}

TEST(Input, OfADrawnCaseGivesItBackAndAVectorThatReads) {
  for (uint64_t number = 0; number < 2000; ++number) {
    Case test = CaseOf(14, number);
    test.id.clear();
    const std::optional<Case> again = CaseOfInput(InputOf(test));
    ASSERT_TRUE(again) << test;
    EXPECT_EQ(*again, test);
    const Vector vector = VectorOfCase(test);
    const Vector read = ReadLine<Vector>(LineOf(vector));
    EXPECT_EQ(InputOf(read.test), InputOf(test));
    EXPECT_EQ(read.expect.size(), test.chain.size()) << test;
    EXPECT_EQ(LineOf(read), LineOf(vector));
  }
}

TEST(Input, OfOtherBytesIsNone) {
  EXPECT_FALSE(CaseOfInput(""));
  EXPECT_FALSE(CaseOfInput("float32[2,3] | q()"));
  EXPECT_FALSE(CaseOfInput("float32[2]\n| t()"));
  EXPECT_FALSE(CaseOfInput("float32[512,64] cycle | t()"));
  EXPECT_TRUE(CaseOfInput("float32[2,3] | t()\n"));
}

TEST(Input, IsFollowedWhereEveryStepMayBeAsked) {
  const Case twice = CaseOfInput("float32[2] | t() | t()").value();
  EXPECT_EQ(Followed(twice)->tensors().size(), 3u);
  Case stepless = twice;
  stepless.chain.clear();
  EXPECT_FALSE(Followed(stepless));
  Case on_a_later_one = twice;
  on_a_later_one.chain[0].on = OutputRef{.step = 3};
  EXPECT_FALSE(Followed(on_a_later_one));
}

}  // namespace input_test
}  // namespace viewproof
