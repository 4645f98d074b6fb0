#include "conformance/subjects/left_open.h"

#include <string>

#include "conformance/case/text.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace left_open_test {

Outcome LastOf(const std::string& text) {
  Reply reply;
  MakeReference()->Run(ParseText(text), reply);
  return reply.steps.back();
}

// address.u1
TEST(Reference, RefusesAnOffsetOrStrideOfNothingBeyondInt64) {
  for (const auto& [rule, text] : CasesLeftOpen()) {
    const Outcome last = LastOf(text);
    ASSERT_TRUE(std::holds_alternative<ErrorReply>(last)) << text;
    EXPECT_EQ(std::get<ErrorReply>(last).rule, rule) << text;
  }
}

// geometry.u1
TEST(Reference, TakesSizesBeforeAZeroThatMultiplyTo2ToThe64) {
  const Outcome last = LastOf("float32[0] | view([4294967296,4294967296,0])");
  const Output& output = std::get<std::vector<Output>>(last).at(0);
  EXPECT_EQ(output.sizes, (Ints{4294967296, 4294967296, 0}));
}

// tensor_split_indices.u1
TEST(Reference, TakesTheLowestInt64ForAnIndexBeforeTheStart) {
  for (const char* op : {"tensor_split.indices([-9223372036854775808], 0)",
                         "hsplit.indices([-9223372036854775808])",
                         "vsplit.indices([-9223372036854775808])",
                         "dsplit.indices([-9223372036854775808])"}) {
    const std::string text = std::string("float32[2,2,2] | ") + op;
    const Outcome last = LastOf(text);
    const auto& outputs = std::get<std::vector<Output>>(last);
    ASSERT_EQ(outputs.size(), 2u) << op;
    EXPECT_EQ(outputs[0].values->list.size(), 0u) << op;
    EXPECT_EQ(outputs[1].sizes, (Ints{2, 2, 2})) << op;
  }
}

// setitem.u3
TEST(Reference, WritesNothingIfAPickIsOutOfRange) {
  const Outcome last =
      LastOf("float32[2] | setitem([int64[2]{0,2}], 101) | read()");
  const Output& read = std::get<std::vector<Output>>(last).at(0);
  EXPECT_EQ(read.values->list, (std::vector<Scalar>{{1}, {2}}));
}

}  // namespace left_open_test
}  // namespace viewproof
