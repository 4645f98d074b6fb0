#include "conformance/case/message.h"

#include <gtest/gtest.h>

#include <variant>

#include "conformance/case/protocol.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace message_test {

TEST(Messages, AreAddedToEachErrorThatHasARuleAndNone) {
  const Case test =
      ParseText("float32[2] | view([3]) | view([3]) | view([3]) | view([3])");
  Reply reply;
  ErrorReply error;
  reply.steps.emplace_back(error);
  error.rule = "view.e4";
  reply.steps.emplace_back(error);
  error.message = "mine";
  reply.steps.emplace_back(error);
  reply.steps.emplace_back(true);
  AddMessages(test, reply);
  const auto message = [&reply](std::size_t k) {
    return std::get<ErrorReply>(reply.steps[k]).message;
  };
  EXPECT_EQ(message(0), "");
  EXPECT_EQ(message(1),
            "view.e4: size [3] does not multiply to the 2 elements of the "
            "operand");
  EXPECT_EQ(message(2), "mine");
}

}  // namespace message_test
}  // namespace viewproof
