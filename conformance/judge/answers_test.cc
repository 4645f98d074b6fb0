#include "conformance/judge/answers.h"

#include <gtest/gtest.h>

#include <variant>
#include <vector>

#include "conformance/judge/testing.h"

namespace viewproof {
namespace answers_test {

Difference At(int64_t step, int64_t blamed) {
  Difference d;
  d.step = step;
  d.blamed = blamed;
  return d;
}

TEST(AnswersAt, HoldTheStepThatShowsItAndTheOneToBlameAsAnswered) {
  const Reply reply =
      ReplyOf(VectorOf("float32[2,3] | t() | fill_(101) | read() @0.0"));
  const auto answers = AnswersAt(reply, {At(3, 2), At(3, 3), At(1, 0)});
  ASSERT_EQ(answers.size(), 3u);
  for (const StepAnswer& answer : answers) {
    EXPECT_EQ(answer.outcome, reply.steps[answer.step - 1]);
    EXPECT_TRUE(answer.cut.empty());
  }
  EXPECT_EQ(FindAnswer(answers, 2), &answers[1]);
  EXPECT_EQ(FindAnswer({answers[0]}, 2), nullptr);
}

TEST(AnswersAt, HoldNothingOfAStepThatWasNotAnswered) {
  Reply reply = ReplyOf(VectorOf("float32[2,3] | t() | t()"));
  reply.steps.pop_back();
  EXPECT_TRUE(AnswersAt(reply, {At(2, 2), At(0, 0)}).empty());
}

TEST(AnswersAt, KeepTheFirstOfManyElementsAndADigestOfAll) {
  const Reply reply = ReplyOf(VectorOf("float32[65] | detach()"));
  const auto answers = AnswersAt(reply, {At(1, 1)});
  ASSERT_EQ(answers.size(), 1u);
  ASSERT_EQ(answers[0].cut.size(), 1u);
  EXPECT_EQ(answers[0].cut[0].elements, 65);
  EXPECT_EQ(answers[0].cut[0].crc32.size(), 8u);
  const auto& outputs = std::get<std::vector<Output>>(answers[0].outcome);
  EXPECT_EQ(outputs[0].values->list.size(), kMostTold);
  EXPECT_EQ(outputs[0].values->list.back(), Scalar{64});
}

}  // namespace answers_test
}  // namespace viewproof
