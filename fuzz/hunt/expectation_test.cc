#include "fuzz/hunt/expectation.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "conformance/case/text.h"
#include "conformance/judge/testing.h"
#include "conformance/subjects/left_open.h"

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
  // A step that takes elements, or names one number, writes nothing.
  EXPECT_EQ(
      StepsOf("float32[2] | getitem([int64[2]{1,2}]) | read()", FullHello()),
      2U);
}

// address.u1
TEST(Expectation, EndsBeforeARefusalThatIsLeftOpen) {
  for (const auto& [rule, text] : CasesLeftOpen()) {
    const Case test = ParseText(text);
    // Before flatten.e4, which is of a size, sizes are left open.
    const std::size_t left = rule == std::string("flatten.e4") ? 2 : 1;
    EXPECT_EQ(StepsOf(text, FullHello()), test.chain.size() - left) << text;
  }
  EXPECT_EQ(
      StepsOf("float32[0] | view([0,9223372036854775806,3])", FullHello()), 0U);
  EXPECT_EQ(
      StepsOf("float32[2,2] | slice(0,2,2,4611686018427387904)", FullHello()),
      0U);
}

// geometry.u1
TEST(Expectation, EndsBeforeSizesThatNeedNotBeTaken) {
  EXPECT_EQ(StepsOf("float32[0] | t() | view([4294967296,4294967296,0])",
                    FullHello()),
            1U);
  EXPECT_EQ(
      StepsOf("float32[4294967296,4294967296,0] | select(0, 0)", FullHello()),
      0U);
  EXPECT_EQ(StepsOf("float32[0] | t() | view([4294967295,4294967296,0])",
                    FullHello()),
            2U);
}

// Nothing is cut of a witness; of libtorch, what follows a step at which it is
// known to differ.
TEST(Expectation, KeepsAllThatAWitnessIsAsked) {
  const Hello hello = FullHello();
  for (const auto& [rule, text] : CasesLeftOpen()) {
    Vector vector;
    vector.test = ParseText(text);
    const Case whole = vector.test;
    ASSERT_TRUE(Expectation(hello, SubjectRole::kWitness).Fill(vector)) << text;
    EXPECT_EQ(vector.test, whole) << text;
    EXPECT_EQ(vector.expect.size(), whole.chain.size()) << text;
  }
}

TEST(Expectation, EndsWhereLibtorchIsKnownToDiffer) {
  const Hello hello = FullHello();
  Expectation oracle(hello, SubjectRole::kOracle);
  Expectation witness(hello, SubjectRole::kWitness);
  for (const ExplainedDifference& entry : ExplainedDifferences()) {
    for (const std::string_view text : entry.examples) {
      Vector vector;
      vector.test = ParseText(text);
      const std::size_t end =
          vector.test.chain.size() - (entry.differences.empty() ? 1 : 0);
      vector.test.chain.push_back({FindOp("detach"), {}, OutputRef()});
      ASSERT_TRUE(oracle.Fill(vector)) << text;
      EXPECT_EQ(vector.test.chain.size(), end) << text;
      for (const DifferenceKind kind : entry.differences) {
        Difference due;
        due.step = static_cast<int64_t>(end);
        due.kind = kind;
        EXPECT_EQ(oracle.Explains(vector.test, {due}), &entry) << text;
        EXPECT_EQ(witness.Explains(vector.test, {due}), nullptr) << text;
        Difference other = due;
        other.step = 0;
        EXPECT_EQ(oracle.Explains(vector.test, {due, other}), nullptr) << text;
      }
      EXPECT_EQ(oracle.Explains(vector.test, {}), nullptr) << text;
    }
  }
}

}  // namespace expectation_test
}  // namespace viewproof
