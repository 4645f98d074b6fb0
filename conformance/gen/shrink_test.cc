#include "conformance/gen/shrink.h"

#include <gtest/gtest.h>

#include "conformance/case/fill.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace shrink_test {

// The smallest case that ends with this op.
std::string SmallestWith(const char* text, std::string_view op) {
  return Text(Shrink(ParseText(text), [op](const Case& test) {
    return test.chain.back().op->name == op;
  }));
}

TEST(Shrink, LeavesOutStepsAndDimensions) {
  EXPECT_EQ(SmallestWith("float32[2,3,4] | t() @0.0 | transpose(0, 1) @0.0 | "
                         "squeeze() | read()",
                         "squeeze"),
            "float32[] | squeeze()");
}

TEST(Shrink, KeepsLiteralsAsManyAsTheirValues) {
  const Case test = ParseText("int8[2,3,4] | add_(int8[0,1]{})");
  const auto holds = [](const Case& shrunk) {
    const Arg& arg = shrunk.chain[0].args[0];
    const auto& literal = std::get<Literal>(std::get<TensorArg>(arg));
    EXPECT_TRUE(FaultOfLiteral(literal).empty()) << Text(shrunk);
    return std::holds_alternative<TensorArg>(arg);
  };
  Shrink(test, holds);
}

TEST(Shrink, GivesNoBaseThatCannotBeFilled) {
  // Without its dimension of size 0 the base would have too many elements.
  const Case test =
      ParseText("float32[4611686018427387904,0] | squeeze() | read()");
  const Case smallest = Shrink(test, [](const Case& shrunk) {
    return !shrunk.base.sizes.empty() && shrunk.base.sizes[0] > 1000;
  });
  EXPECT_EQ(smallest.base.sizes, (Ints{1001, 0}));
  EXPECT_EQ(smallest.chain.size(), 1U);
}

TEST(Lawful, GoesOnFromNoLayoutThatIsUnspecified) {  // getitem.u1
  EXPECT_FALSE(Lawful(ParseText(
      "int32[1,0,2] | mH() | getitem([@1.0, ..., -1:-1:2]) | detach()")));
  EXPECT_FALSE(Lawful(ParseText(
      "int32[1,0,2] | mH() @0.0 | zero_() @1.0 | zero_() | swapdims(-3, 1) | "
      "getitem([@4.0, ..., -1:-1:2]) | detach() | drop() @1.0")));
}

TEST(Lawful, NamesNoMaskThatCannotBeRead) {
  EXPECT_TRUE(Lawful(ParseText("uint8[1] | expand([7]) | getitem([@1.0])")));
  EXPECT_FALSE(Lawful(
      ParseText("uint8[1] | expand([1099511627776]) | getitem([@1.0]) @0.0")));
}

TEST(Lawful, AsksNoCopyOfWhatACopyChanges) {
  EXPECT_TRUE(Lawful(ParseText("uint8[2] 0x0100 | view.dtype(bool)")));
  EXPECT_FALSE(Lawful(ParseText("uint8[2] 0x0102 | view.dtype(bool)")));
  EXPECT_TRUE(Lawful(ParseText("uint8[2] 0x7e00 | view.dtype(float16)")));
  EXPECT_FALSE(Lawful(ParseText("uint8[2] 0x017e | view.dtype(float16)")));
  EXPECT_FALSE(Lawful(ParseText("float16[1] 0x017e | clone()")));
  EXPECT_TRUE(Lawful(ParseText("bfloat16[1] 0xc57f | clone()")));
}

TEST(Lawful, AddsNoComplexNumberWhoseZeroHasASign) {  // add_.u1
  EXPECT_TRUE(
      Lawful(ParseText("complex64[1] 0x0000803f00000000 | add_(@0.0)")));
  EXPECT_FALSE(
      Lawful(ParseText("complex64[1] 0x0000803f00000080 | add_(@0.0)")));
  EXPECT_TRUE(Lawful(ParseText("float32[1] 0x00000080 | add_(@0.0)")));
}

}  // namespace shrink_test
}  // namespace viewproof
