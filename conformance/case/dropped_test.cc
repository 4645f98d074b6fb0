#include "conformance/case/operands.h"
#include "conformance/case/testing.h"
#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace dropped_test {

std::string FaultOf(const Case& test) {
  DroppedTensors dropped;
  for (const Step& step : test.chain) {
    if (std::string fault = dropped.See(step); !fault.empty()) return fault;
  }
  return {};
}

Case Ends(const char* text, OutputRef ref) {
  Case test = ParseText(text);
  test.chain.back().on = ref;
  return test;
}

TEST(DroppedTensors, LetsTheOthersBeUsed) {
  EXPECT_EQ(FaultOf(ParseText("float32[2] | detach() | drop() @0.0 | read() | "
                              "detach() | drop() @1.0 | read() @4.0")),
            "");
}

TEST(DroppedTensors, IsNeverUsedAgain) {
  const char* chain = "float32[2] | detach() | drop() @0.0 | read() @1.0";
  EXPECT_EQ(FaultOf(Ends(chain, {0, 0})),
            "field \"on\": step 2 has dropped [0,0]");
  EXPECT_EQ(FaultOf(Ends(chain, {0, 1})), "");
}

TEST(DroppedTensors, IsNoArgument) {
  Case test = ParseText("float32[2] | detach() | drop() @0.0 | copy_(@1.0)");
  test.chain.back().args[0] = TensorArg(OutputRef());
  EXPECT_EQ(FaultOf(test), "field \"src\": step 2 has dropped [0,0]");
}

TEST(DroppedTensors, IsNotDroppedTwice) {
  EXPECT_EQ(FaultOf(Ends("float32[2] | detach() | drop() @0.0 | drop() @1.0",
                         {0, 0})),
            "field \"on\": step 2 has dropped [0,0]");
}

TEST(DroppedTensors, IsSaidByName) {
  Case test = ParseText("float32[2] | detach() | drop() @0.0");
  test.chain.back().on.reset();
  EXPECT_EQ(FaultOf(test), "field \"on\": missing in a step of drop");
}

TEST(DroppedTensors, IsRefusedWithItsStepAndField) {
  EXPECT_EQ(Refusal([] {
              ReadLine<Case>(R"({"base":{"dtype":"int8","sizes":[2]},"chain":[)"
                             R"({"op":"detach"},{"op":"drop","on":[0,0]},)"
                             R"({"op":"copy_","src":[0,0]}]})");
            }),
            "step 3: field \"src\": step 2 has dropped [0,0]");
}

TEST(DroppedTensors, IsRefusedWithItsColumn) {
  EXPECT_EQ(Refusal([] { ParseText("float32[2] | detach() | drop()"); }),
            "case text, column 25: field \"on\": missing in a step of drop");
}

}  // namespace dropped_test
}  // namespace viewproof
