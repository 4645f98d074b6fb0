#include "tools/golden/computed_flags.h"

#include "conformance/case/text.h"
#include "conformance/judge/worlds.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace computed_flags_test {

using Flags = std::vector<std::string>;

Flags FlagsOf(const char* text) {
  const Case test = ParseText(text);
  Reply reply;
  MakeReference()->Run(test, reply);
  return ComputedFlags(test, reply.steps, OtherOutcomes(test));
}

const Flags kNone;
const Flags kWide = {"WideInt"};

TEST(ComputedFlags, OfAnOrdinaryVectorAreNone) {
  EXPECT_EQ(FlagsOf("float32[2,3] | t() | view([6])"), kNone);
  EXPECT_EQ(FlagsOf("float32[] | view([1]) | contiguous()"), kNone);
}

TEST(ComputedFlags, OverlapRefusalForAWriteThatIsRefusedForIt) {
  EXPECT_EQ(FlagsOf("float32[1] | expand([2]) | copy_(float32[2]{101,102})"),
            Flags{"OverlapRefusal"});
  EXPECT_EQ(FlagsOf("float32[4] | slice(0, 0, 2, 1) | "
                    "copy_(float32[2]{101,102})"),
            kNone);
}

TEST(ComputedFlags, IdentityOfScalarsWhereAScalarMayBeTheOperand) {
  EXPECT_EQ(FlagsOf("float32[] | contiguous()"), Flags{"IdentityOfScalars"});
  EXPECT_EQ(FlagsOf("float32[1] | reshape([])"), Flags{"IdentityOfScalars"});
  EXPECT_EQ(FlagsOf("float32[1] | contiguous()"), kNone);
  EXPECT_EQ(FlagsOf("float32[] | detach()"), kNone);
}

TEST(ComputedFlags, WideIntForNumbersBeyondThirtyOneBits) {
  EXPECT_EQ(FlagsOf("float32[4] | select(0, 2147483647)"), kNone);
  EXPECT_EQ(FlagsOf("float32[4] | select(0, 2147483648)"), kWide);
  EXPECT_EQ(FlagsOf("float32[4] | select(0, -2147483649)"), kWide);
  EXPECT_EQ(FlagsOf("float32[1] | as_strided([1], [2147483648], 0)"), kWide);
}

TEST(ComputedFlags, WideIntForProductsOfSizes) {
  EXPECT_EQ(FlagsOf("float32[1] | expand([46341,46340])"), kNone);
  EXPECT_EQ(FlagsOf("float32[1] | expand([46341,46341])"), kWide);
  EXPECT_EQ(FlagsOf("float32[4] | view([65536,65536])"), kWide);
  EXPECT_EQ(FlagsOf("float32[0] | view([65536,0,65536])"), kWide);
  EXPECT_EQ(FlagsOf("float32[0] | view([65536,0,-1])"), kNone);
}

TEST(ComputedFlags, WideIntForAWindowThatReachesFar) {
  EXPECT_EQ(FlagsOf("float32[4] | as_strided([65536], [65536], 0)"), kWide);
  EXPECT_EQ(FlagsOf("float32[4] | as_strided([65536], [3], 0)"), kNone);
}

TEST(ComputedFlags, PreservedStridesWhereACopyIsNotRowMajor) {
  const Flags preserved = {"PreservedStrides"};
  EXPECT_EQ(FlagsOf("float32[2,3] | t() | clone()"), preserved);
  EXPECT_EQ(FlagsOf("complex64[2,3] | t() | conj() | resolve_conj()"),
            preserved);
  EXPECT_EQ(FlagsOf("float32[2,3] | t() | clone.format(preserve_format)"),
            preserved);
  EXPECT_EQ(FlagsOf("float32[2,3] | t() | clone.format(contiguous_format)"),
            kNone);
  EXPECT_EQ(FlagsOf("float32[2,3] | clone() | t()"), kNone);
  EXPECT_EQ(FlagsOf("float32[2,3] | t() | contiguous()"), kNone);
  // It is the operand itself.
  EXPECT_EQ(FlagsOf("complex64[2,3] | t() | resolve_conj()"), kNone);
}

TEST(ComputedFlags, SignOfZeroInNumbersBytesAndDigests) {
  const Flags sign = {"SignOfZero"};
  EXPECT_EQ(FlagsOf("float32[2] | fill_(-0.0) | read() @0.0"), sign);
  EXPECT_EQ(FlagsOf("complex64[1]{1} | conj() | detach()"), sign);
  EXPECT_EQ(FlagsOf("float32[1] 0x00000080 | t()"), sign);
  EXPECT_EQ(FlagsOf("int32[1] 0x00000080 | t()"), kNone);
  EXPECT_EQ(FlagsOf("float32[1] | zero_() | read() @0.0"), kNone);
  EXPECT_EQ(FlagsOf("complex64[20,20] cycle | fill_(1) | conj() | clone()"),
            sign);
  EXPECT_EQ(FlagsOf("complex64[20,20] cycle | conj() | clone()"), kNone);
}

TEST(ComputedFlags, Uint8MaskForAnyIndexOfUint8) {
  const Flags mask = {"Uint8Mask"};
  EXPECT_EQ(FlagsOf("float32[2] | getitem([uint8[2]{1,0}])"), mask);
  EXPECT_EQ(FlagsOf("float32[2] | new(uint8[2]) | getitem([@1.0]) @0.0"), mask);
  EXPECT_EQ(FlagsOf("uint8[2] | getitem([bool[2]{1,0}])"), kNone);
}

TEST(ComputedFlags, ValueDTypeWhereTheIndexDecidesOfAnother) {
  const Flags value = {"ValueDType"};
  EXPECT_EQ(FlagsOf("int8[2] | setitem([int64[1]{0}], float32[1]{101})"),
            value);
  EXPECT_EQ(FlagsOf("int8[2] | setitem([0], float32[]{101})"), value);
  EXPECT_EQ(FlagsOf("int8[2] | setitem([bool[2]{1,0}], int64[1]{300})"), value);
  EXPECT_EQ(FlagsOf("int8[2] | setitem([0], int8[]{101})"), kNone);
  EXPECT_EQ(FlagsOf("int8[2] | setitem([0], 101)"), kNone);
}

TEST(TypedFlags, AreTheOthers) {
  EXPECT_EQ(TypedFlags({"Order", "OverlapRefusal", "WideInt"}), Flags{"Order"});
}

TEST(FaultsOfComputedFlags, AreThoseThatAreMissingAndThoseThatAreNotSo) {
  Vector vector;
  vector.test = ParseText("float32[4] | select(0, 2147483648)");
  vector.expect = {ErrorReply{}};
  vector.flags = {"OverlapRefusal"};
  EXPECT_EQ(FaultsOfComputedFlags(vector),
            (Flags{"OverlapRefusal is not so", "WideInt is missing"}));
  vector.flags = {"Order", "WideInt"};
  EXPECT_EQ(FaultsOfComputedFlags(vector), kNone);
}

}  // namespace computed_flags_test
}  // namespace viewproof
