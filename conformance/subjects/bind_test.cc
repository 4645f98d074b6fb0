#include "conformance/subjects/bind.h"

#include <vector>

#include "gtest/gtest.h"

namespace viewproof {
namespace bind_test {

std::string Fault(std::string_view name,
                  const std::vector<ArgumentTypes>& passed) {
  return FaultOfBinding(name, passed);
}

TEST(FaultOfBinding, IsEmptyIfTheFunctionTakesWhatTheRowSays) {
  EXPECT_EQ(Fault("select", {ArgumentTypes::kInt, ArgumentTypes::kInt}), "");
}

TEST(FaultOfBinding, NamesTheParameterWhatTheRowSaysAndWhatTheFunctionTakes) {
  EXPECT_EQ(Fault("select", {ArgumentTypes::kInt, ArgumentTypes::kInts}),
            "select: parameter 2, index: the row says int (an int64_t), the "
            "function takes Ints");
}

TEST(FaultOfBinding, CountsTheParameters) {
  EXPECT_EQ(Fault("select", {ArgumentTypes::kInt}),
            "select: the row has 2 parameters, the function takes 1 after its "
            "operand");
}

TEST(FaultOfBinding, SaysThatThereIsNoSuchOp) {
  EXPECT_EQ(Fault("selct", {}), "selct: there is no such op");
}

}  // namespace bind_test
}  // namespace viewproof
