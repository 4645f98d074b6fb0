#include <string>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace index_tensors_test {

Reply RunOn(Subject& subject, const std::string& text) {
  Reply reply;
  subject.Run(ParseText(text), reply);
  return reply;
}

// Returns what both witnesses answer to the last step.
Outcome LastOf(const std::string& text) {
  Outcome last = RunOn(*MakeReference(), text).steps.back();
  const Outcome other = RunOn(*MakeModel(), text).steps.back();
  const auto* output = std::get_if<std::vector<Output>>(&last);
  const auto* others = std::get_if<std::vector<Output>>(&other);
  EXPECT_EQ(output == nullptr, others == nullptr) << text;
  if (output != nullptr && others != nullptr && !output->empty()) {
    EXPECT_EQ(output->front().values, others->front().values) << text;
  }
  return last;
}

std::vector<Scalar> ValuesOf(const std::string& text) {
  const Outcome last = LastOf(text);
  return std::get<std::vector<Output>>(last).at(0).values->list;
}

std::string RuleOf(const std::string& text) {
  const Outcome last = LastOf(text);
  const auto* error = std::get_if<ErrorReply>(&last);
  return error == nullptr ? "" : error->rule;
}

const std::string kColumn =
    "int64[3] | new(int64[2,2]{2,9,0,9}) | select(1, 0)";

// index.d7
TEST(IndexTensors, AreReadByTheirStridesWhenTheStepBegins) {
  EXPECT_EQ(ValuesOf(kColumn + " | getitem([@2.0]) @0.0"),
            (std::vector<Scalar>{{3}, {1}}));
  EXPECT_EQ(ValuesOf(kColumn + " | fill_(-2) @1.0 | getitem([@2.0]) @0.0"),
            (std::vector<Scalar>{{2}, {2}}));
  EXPECT_EQ(ValuesOf(kColumn + " | setitem([@2.0], @2.0) @0.0 | read() @0.0"),
            (std::vector<Scalar>{{0}, {2}, {2}}));
}

// setitem.e4
TEST(IndexTensors, MayNotOverlapTheTarget) {
  EXPECT_EQ(RuleOf("int64[2]{1,0} | setitem([@0.0], 5)"), "setitem.e4");
  EXPECT_EQ(RuleOf("int64[4]{1,0,3,2} | slice(0, 0, 4, 2) | "
                   "setitem([@1.0], 5) @0.0"),
            "");
}

TEST(IndexTensors, ThatDoNotExistAreNotObserved) {
  const Outcome last = LastOf("float32[2] | t() | getitem([0, @1.3])");
  EXPECT_TRUE(std::holds_alternative<UnobservedStep>(last));
}

TEST(WithIndexLiterals, SaysWhatEachIndexTensorHeld) {
  const Case test = ParseText(
      kColumn +
      " | getitem([@2.0]) @0.0 | fill_(-1) @2.0 | getitem([1:, @2.0]) @0.0");
  const std::vector<Step> chain = WithIndexLiterals(test);
  std::string text;
  AppendText(chain[2], text);
  EXPECT_EQ(text, "getitem([int64[2]{2,0}]) @0.0");
  text.clear();
  AppendText(chain[4], text);
  EXPECT_EQ(text, "getitem([1:, int64[2]{-1,-1}]) @0.0");
}

}  // namespace index_tensors_test
}  // namespace viewproof
