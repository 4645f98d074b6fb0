#include "conformance/subjects/chain.h"

#include <gtest/gtest.h>

#include <memory>

#include "conformance/case/text.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace chain_test {

Reply Answered(std::string_view text) {
  Reply reply;
  MakeReference()->Run(ParseText(text), reply);
  return reply;
}

const Output& OutputOf(const Reply& reply, std::size_t step) {
  return std::get<std::vector<Output>>(reply.steps.at(step - 1)).at(0);
}

// drop.r1
TEST(Chain, LetsAViewOutliveItsBase) {
  const Reply reply =
      Answered("float32[2,2] | t() | drop() @0.0 | fill_(101) | clone()");
  EXPECT_EQ(std::get<std::vector<Output>>(reply.steps.at(1)).size(), 0u);
  EXPECT_EQ(OutputOf(reply, 4).storage, 1);
  EXPECT_EQ(OutputOf(reply, 4).values->list,
            std::vector<Scalar>(4, Scalar{101}));
}

TEST(Chain, GivesAStorageWhereAnotherWasANewNumber) {
  std::string text = "float32[64] | clone()";
  for (int k = 1; k < 10; ++k) {  // The allocator gives some address back.
    text += " | clone() | drop() @" + std::to_string(2 * k - 1) + ".0";
  }
  const Reply reply = Answered(text);
  for (int k = 1; k < 10; ++k) {
    EXPECT_EQ(OutputOf(reply, 2 * k).storage, k + 1);
  }
}

TEST(Chain, HasNoDroppedTensor) {
  const Reply reply = Answered("float32[2] | view([3]) | drop() @0.0 | t()");
  EXPECT_TRUE(std::holds_alternative<UnobservedStep>(reply.steps.at(2)));
}

}  // namespace chain_test
}  // namespace viewproof
