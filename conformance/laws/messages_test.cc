#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <variant>

#include "conformance/case/message.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/golden.h"
#include "conformance/subjects/left_open.h"
#include "conformance/subjects/reference.h"
#include "reference/core/error_rule.h"

namespace viewproof {
namespace messages_test {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

// The message of the last step.
std::string Told(const std::string& text) {
  const Case test = ParseText(text);
  Reply reply;
  MakeReference()->Run(test, reply);
  return MessageOf(test, reply, reply.steps.size() - 1);
}

TEST(Messages, ShowArgumentsAndTheOperand) {
  EXPECT_EQ(Told("float32[2,3] | t() | view([6])"),
            "view.e5: no strides express sizes [6] on strides [1, 3] without a "
            "copy");
  EXPECT_EQ(Told("float32[6] | vsplit(2)"),
            "vsplit.e1: the operand has rank 1, which is below 2");
  EXPECT_EQ(Told("float32[2,3] | select(1, 3)"),
            "select.e3: index 3 lies outside [-size, size) of dim 1 in sizes "
            "[2, 3]");
  EXPECT_EQ(Told("float32[6] | view([4])"),
            "view.e4: size [4] does not multiply to the 6 elements of the "
            "operand");
}

TEST(Messages, ShowTheNumberAtFault) {
  EXPECT_EQ(Told("float32[2,3] | permute([0, 5])"),
            "permute.e2: the entry 5 of dims [0, 5] lies outside [-2, 2)");
}

TEST(Messages, CountRankZeroAsOneWhereADimensionMayBeNamed) {
  EXPECT_EQ(Told("float32[] | transpose(0, 1)"),
            "transpose.e2: dim1 1 lies outside [-1, 1)");
}

TEST(Messages, ShowTensorsByTheirSizesAndIndicesAsTheyAreWritten) {
  EXPECT_EQ(Told("float32[2,3] | view_as(float32[5])"),
            "view_as.e1: other's sizes [5] hold another number of elements "
            "than the operand's, [2, 3]");
  EXPECT_THAT(Told("float32[2] | getitem([0, 1:])"),
              HasSubstr("the items of index [0, 1:] take"));
}

TEST(Messages, SayAPhraseIfThereIsNoValueToShow) {
  EXPECT_EQ(Told("float32[] | select(0, 0)"),
            "select.e1: an operand without dimensions");
}

TEST(Messages, AreOneLineWithoutPlaceholdersForEveryError) {
  const std::unique_ptr<Subject> reference = MakeReference();
  std::set<std::string_view> untold;
  for (const ErrorRow& row : kErrorRows) untold.insert(row.id);
  const auto tell = [&](const Case& test) {
    Reply reply;
    reference->Run(test, reply);
    AddMessages(test, reply);
    for (const Outcome& outcome : reply.steps) {
      const auto* error = std::get_if<ErrorReply>(&outcome);
      if (error == nullptr) continue;
      EXPECT_TRUE(error->message.starts_with(error->rule + ": "));
      EXPECT_THAT(error->message, Not(ContainsRegex("[{][a-z]"))) << Text(test);
      untold.erase(ErrorRule::Find(error->rule).value().id());
    }
  };
  for (const OpenCase& row : CasesLeftOpen()) tell(ParseText(row.text));
  ForEachVector(OpenGolden("golden"),
                [&](const Vector& vector) { tell(vector.test); });
  EXPECT_THAT(untold, testing::IsEmpty());
}

}  // namespace messages_test
}  // namespace viewproof
