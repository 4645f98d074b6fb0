#include "conformance/case/kernel.h"

#include <gtest/gtest.h>

#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/case/hello.h"

namespace viewproof {
namespace {

TEST(KernelTest, OperandsAreReadAndWritten) {
  for (const char* text :
       {"x T[...] any", "i int64[K] <N", "i int64[K] <N repeated",
        "i int64[K, M] <4 along M", "y float32[..., N, 3] exact",
        "m bool[] any", "x T[N, N] spd", "i int64[2, 3] <7"}) {
    EXPECT_EQ(Text(ReadOperand(text, "operands")), text);
  }
  EXPECT_EQ(Text(ReadOperand("x T[...,N,C]  any", "operands")),
            "x T[..., N, C] any");
}

std::string Fault(const char* text) {
  try {
    ReadOperand(text, "operands");
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(KernelTest, AWrongOperandIsRefused) {
  EXPECT_NE(Fault("x"), "");
  EXPECT_NE(Fault("x T any"), "");
  EXPECT_NE(Fault("x T]3[ any"), "");
  EXPECT_NE(Fault("o1 T[3] any"), "");
  EXPECT_NE(Fault("on T[3] any"), "");
  EXPECT_NE(Fault("X T[3] any"), "");
  EXPECT_NE(Fault("x float31[3] any").find("unknown dtype"), std::string::npos);
  EXPECT_NE(Fault("x T[n] any").find("\"n\" is no size"), std::string::npos);
  EXPECT_NE(Fault("x T[3, ...] any"), "");
  EXPECT_NE(Fault("x T[-1] any"), "");
  EXPECT_NE(Fault("x T[3] anything").find("are no elements"),
            std::string::npos);
  EXPECT_NE(Fault("x T[3] <"), "");
}

std::string FaultOf(const std::string& kernel) {
  const std::string line =
      R"({"hello":{"protocol":1,"subject":{"name":"a","version":"1"},)"
      R"("ops":["read"],"dtypes":["float32"],"facets":[],"calls":[)" +
      kernel + "]}}";
  try {
    ReadHello(line);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(KernelTest, ADeclarationIsCheckedByFieldAndKernel) {
  EXPECT_EQ(FaultOf(R"({"name":"f","forms":["new","in_place","out"],)"
                    R"("operands":["x T[...] any"],"dtypes":["float32"]})"),
            "");
  const auto names = [](const std::string& fault, const std::string& part) {
    EXPECT_NE(fault.find(part), std::string::npos) << fault;
  };
  names(FaultOf(R"({"name":"f_","forms":["new"],"operands":["x T[] any"],)"
                R"("dtypes":["float32"]})"),
        "\"name\": of the kernel \"f_\"");
  names(FaultOf(R"({"name":"f","forms":["out"],"operands":["x T[] any"],)"
                R"("dtypes":["float32"]})"),
        "\"out\" without \"new\"");
  names(FaultOf(R"({"name":"f","forms":["new"],"operands":["x T[] any"]})"),
        "an operand is of T");
  names(FaultOf(R"({"name":"f","forms":["new"],"operands":["x T[N] <K"],)"
                R"("dtypes":["int64"]})"),
        "no operand has the size K");
  names(FaultOf(R"({"name":"f","forms":["new"],"operands":["x T[] any"],)"
                R"("dtypes":["float32"],"ulps":5})"),
        "ulps\": expected 0..4");
  names(FaultOf(R"({"name":"f","forms":["new"],"operands":["x T[] any"],)"
                R"("dtypes":["float32"],"writes":["y"]})"),
        "\"y\" is no operand");
  names(FaultOf(R"({"name":"f","forms":["old"],"operands":["x T[] any"]})"),
        "unknown form \"old\"");
}

TEST(KernelTest, AnOpIsTheSameForTheSameCall) {
  DeclaredKernel kernel{.name = "sort",
                        .forms = {CallForm::kNew, CallForm::kOut},
                        .operands = {ReadOperand("x T[N] any", "operands"),
                                     ReadOperand("y T[N] any", "operands")},
                        .dtypes = {DType::kFloat32},
                        .ulps = 0,
                        .writes = {},
                        .may_alias = ""};
  const Op& op = CallOp(kernel, CallForm::kOut, {2, false});
  EXPECT_EQ(&op, &CallOp(kernel, CallForm::kOut, {2, false}));
  EXPECT_NE(&op, &CallOp(kernel, CallForm::kOut, {1, false}));
  EXPECT_EQ(op.name, "call.sort.out");
  EXPECT_EQ(op.kind, OpKind::kWrite);
  EXPECT_EQ(op.asked(), 3U);  // y, o1 and o2.
  EXPECT_EQ(op.parameters[1].name, "o1");
  EXPECT_EQ(op.parameters.size(), 5U);
  EXPECT_EQ(CallOp(kernel, CallForm::kNew, {2, false}).kind, OpKind::kCopy);
}

}  // namespace
}  // namespace viewproof
