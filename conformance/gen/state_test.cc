#include "conformance/gen/state.h"

#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace state_test {

// Returns whether the last step may follow on those before it.
bool AllowsLast(const char* text) {
  const Case test = ParseText(text);
  State state(test.base);
  for (std::size_t k = 0; k + 1 < test.chain.size(); ++k) {
    state.Append(test.chain[k]);
  }
  return state.Allows(test.chain.back());
}

// add_.u1
TEST(State, ForbidsASumOfComplexNumbersWithAnInfinitePart) {
  EXPECT_FALSE(AllowsLast(
      "complex64[2] | real() | fill_(inf) | detach() @0.0 | add_(@0.0) @3.0"));
  EXPECT_FALSE(AllowsLast(
      "complex64[2] | clone() | real() @0.0 | fill_(nan) | add_(@0.0) @1.0"));
  EXPECT_TRUE(AllowsLast(
      "complex64[2] | real() | fill_(101) | detach() @0.0 | add_(@0.0) @3.0"));
}

// add_.u1
TEST(State, ForbidsASumWhoseBitsMayBeThoseOfAnyNan) {
  EXPECT_FALSE(AllowsLast("bfloat16[2] 0xc57f803f | add_(101)"));
  EXPECT_FALSE(AllowsLast("float32[2] 0x0000807f0000803f | add_(@0.0)"));
  EXPECT_TRUE(
      AllowsLast("bfloat16[2] 0xc57f803f | narrow(0, 1, 1) | add_(101)"));
  EXPECT_FALSE(AllowsLast("float32[1] 0x0000803f | add_(float32[1]{nan})"));
  EXPECT_TRUE(AllowsLast("bfloat16[2] 0x0080803f | add_(101)"));
  EXPECT_TRUE(AllowsLast("float32[1] 0x0000803f | add_(float32[1]{102})"));
  // A NaN that is shown as a number equals every other one.
  EXPECT_TRUE(AllowsLast("float32[2]{nan,1} | add_(101)"));
}

// copy_.u1
TEST(State, ForbidsAnOverlapThatPyTorchMayTake) {
  EXPECT_FALSE(
      AllowsLast("float32[2] bytes | narrow(0, 0, 1) | view.dtype(float16) | "
                 "copy_(@0.0)"));
  EXPECT_TRUE(AllowsLast(
      "float32[2] bytes | narrow(0, 0, 1) | view.dtype(int16) | copy_(@0.0)"));
}

// setitem.u1
TEST(State, ForbidsAMaskThatMeetsWhatItPicksFrom) {
  const std::string rows = "bool[4]{0,0,0,0} | narrow(0, 0, 2) | ";
  const std::string write = " @0.0 | setitem([@2.0], 104) @1.0";
  EXPECT_FALSE(AllowsLast((rows + "narrow(0, 1, 2)" + write).c_str()));
  EXPECT_TRUE(AllowsLast((rows + "narrow(0, 2, 2)" + write).c_str()));
}

// tensor.u1
TEST(State, ForbidsANanBehindABitWhoseBitsAreShown) {
  EXPECT_FALSE(AllowsLast("complex64[1] 0x4523c17f00000000 | conj()"));
  EXPECT_FALSE(AllowsLast(
      "float32[2] 0x0000803f4523c17f | view.dtype(complex64) | conj()"));
  EXPECT_TRUE(AllowsLast("complex64[1] 0x4523c17f00000000 | t() | detach()"));
  EXPECT_TRUE(AllowsLast("complex64[1] | real() | fill_(nan) | conj() @0.0"));
  // The NaN comes after the bit.
  EXPECT_FALSE(AllowsLast(
      "complex64[2] 0x000000000000803f4523c17f0000803f | narrow(0, 0, 1) | "
      "conj() | narrow(0, 1, 1) @0.0 | copy_(@3.0) @1.0"));
}

// tensor.u1
TEST(State, ForbidsAZeroBehindTheNegativeBitOfAComplexTensor) {
  const std::string negative =
      "complex64[2] | conj() | imag() | as_strided([2], [1], 0) | "
      "view_as_complex()";
  EXPECT_TRUE(AllowsLast((negative + " | fill_(101:102)").c_str()));
  EXPECT_FALSE(AllowsLast((negative + " | fill_(101)").c_str()));
  EXPECT_FALSE(AllowsLast((negative + " | zero_() @0.0").c_str()));
}

// tensor.u1
TEST(State, ForbidsAZeroThatARealSourceWithABitGivesAComplexTarget) {
  const std::string source = "complex64[2] | new(complex64[2]) | conj() | ";
  EXPECT_FALSE(AllowsLast((source + "imag() | copy_(@3.0) @0.0").c_str()));
  EXPECT_TRUE(AllowsLast((source + "real() | copy_(@3.0) @0.0").c_str()));
  EXPECT_TRUE(
      AllowsLast((source + "imag() | real() @0.0 | copy_(@3.0)").c_str()));
}

// view_dtype.u1
TEST(State, ForbidsAWriteToTheBytesOfANewBool) {
  EXPECT_FALSE(AllowsLast(
      "float32[] bytes | new(bool[2]) | view.dtype(uint8) | fill_(101)"));
}

}  // namespace state_test
}  // namespace viewproof
