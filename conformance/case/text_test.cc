#include "conformance/case/text.h"

#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <sstream>
#include <string>

#include "conformance/case/bad_input.h"

namespace viewproof {
namespace text_test {

class RoundTrips : public testing::TestWithParam<const char*> {};

TEST_P(RoundTrips, PrintsWhatItParsed) {
  EXPECT_EQ(Text(ParseText(GetParam())), GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Text, RoundTrips,
    testing::Values(
        "float32[]", "uint8[2,32] bytes",
        "float32[3,4] | slice(1, 1, 3, 1) | view([6]) @1.0",
        "int64[4] | as_strided([2], [1], null) | as_strided([], [], 3)",
        "uint8[2,32] bytes | copy_(uint8[2]{101,102}) | read() @0.0",
        "int8[2] | copy_(@0.0) @0.0 | view_as(bool[1,2]) | view([])",
        "complex64[1] | copy_(complex64[1]{1:-2})", "float32[4] | getitem([0])",
        "float32[4] | getitem([..., null])",
        "float32[9] | getitem([:, 1:, :-2, ::3, -1:2:3])",
        "float32[4] | getitem([true, false, int64[2]{0,-1}, bool[1]{1}])",
        "float32[4] | setitem([int32[]{3}], 101)",
        "float32[4] | setitem([1:3], float32[2]{101,102}) @0.0",
        "float32[4] | setitem([...], @0.0)",
        "float32[4] | new(int64[2]{0,-1}) | getitem([@1.0, :]) @0.0",
        "float32[4] | getitem([]) | setitem([], 101)",
        "uint8[8] bytes | view.dtype(complex64) | view.dtype(bfloat16) @0.0",
        "int8[1,1,1,1] | contiguous.format(channels_last_3d) | "
        "is_contiguous.format(preserve_format) @0.0",
        "int64[2] | fill_(-9223372036854775808) | fill_(9007199254740993)",
        "float32[2] | fill_(-0.0) | fill_(1e-40) | fill_(nan) | fill_(-inf)",
        "complex64[2] | fill_(1.5:-2) | setitem([0], -0.0:nan) | add_(@0.0)",
        "int8[2] | setitem([0], int16[]{300}) | add_(inf)",
        "float32[3] | copy_(float32[3]{0.1,nan,-0.0})",
        "int8[2] | view([9223372036854775807,-9223372036854775808])"));

TEST(Text, IgnoresSpaces) {
  EXPECT_EQ(ParseText("float32[3,4]|permute( [ 1 , 0 ] )@0.0"),
            ParseText("float32[3,4] | permute([1,0]) @0.0"));
}

TEST(Text, IsWhatACasePrintsAs) {
  std::ostringstream os;
  os << ParseText("float32[3,4] | t()");
  EXPECT_EQ(os.str(), "float32[3,4] | t()");
}

struct Bad {
  const char* text;
  const char* refusal;
};

std::ostream& operator<<(std::ostream& os, const Bad& bad) {
  return os << bad.text;
}

class BadTexts : public testing::TestWithParam<Bad> {};

TEST_P(BadTexts, AreRefusedNamingTheColumn) {
  try {
    ParseText(GetParam().text);
    FAIL() << GetParam().text << " is accepted";
  } catch (const BadInput& e) {
    EXPECT_NE(std::string(e.what()).find(GetParam().refusal), std::string::npos)
        << e.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Text, BadTexts,
    testing::Values(
        Bad{"", "column 1: expected a dtype"},
        Bad{"float33[2]", "column 1: expected a dtype"},
        Bad{"float32 2", "column 9: expected '['"},
        Bad{"float32[2] | copy_(float32[2]{101})", "(1 values for 2 elements)"},
        Bad{"float32[1000000000]", "expected a base of at most 255 elements"},
        Bad{"float32[300000] cycle", "a base of at most 262144 elements"},
        Bad{"float32[2] | copy_(float32[1000000000])",
            "(a literal has over 255 elements)"},
        Bad{"float32[2] | copy_(float32[-1])",
            "(a size of a literal is negative)"},
        Bad{"float32[0] | copy_(float32[0,4611686018427387904,4])",
            "(the strides of a literal exceed int64)"},
        Bad{"float32[-2,-3] | t()", "expected a base (a size is negative)"},
        Bad{"float32[2] | getitem([..., 0, ...])",
            "expected at most 16 items, one of them \"...\""},
        Bad{"float32[2] | getitem([0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0])",
            "expected at most 16 items"},
        Bad{"float32[2] | t() | getitem([0, @2.0])",
            "column 20: expected a tensor of an earlier step as \"index\" of "
            "step 2"},
        Bad{"float32[2] | t() | copy_(@-1.0)",
            "column 27: expected a number from 0 on at \"-1.0)\""},
        Bad{"float32[2] | t() @0.-1", "column 21: expected a number from 0 on"},
        Bad{"float32[2] | new(@0.0)", "column 18: expected a dtype"},
        Bad{"float32[2] view([2])", "column 12: expected '|' or the end"},
        Bad{"float32[2] | fold([2])", "column 14: unknown op \"fold\""},
        Bad{"float32[2] | view(2)", "column 19: expected '['"},
        Bad{"float32[2] | view([2)", "column 21: expected ']'"},
        Bad{"float32[2] | view([9223372036854775808])",
            "column 20: expected an integer that fits int64"},
        Bad{"float32[2] | view([1.5])", "column 21: expected ']'"},
        Bad{"float32[2] | fill_(1.0)",
            "column 20: expected an integer that fits int64, a fraction, nan, "
            "inf or -0.0 at \"1.0)\""},
        Bad{"bool[2]{1,2}", "column 12: expected a bool, 0 or 1, before this"},
        Bad{"float32[1]{1:2}", "column 13: expected '}'"},
        Bad{"bool[1] | copy_(bool[1]{0.5})", "expected a bool, 0 or 1"},
        Bad{"float32[2] | fill_(x)", "column 20: expected an integer"},
        Bad{"complex64[2] | fill_(1:0)",
            "column 25: expected an imaginary part that is not 0"},
        Bad{"float32[0,4611686018427387904,4] | t()",
            "expected a base (its elements or its strides exceed int64)"},
        Bad{"float32[2] | select(0)", "column 22: expected ','"},
        Bad{"float32[2] | flatten(,)", "column 22: expected an integer"},
        Bad{"float32[2] | t() @1", "column 20: expected '.'"},
        Bad{"float32[2] | view.dtype([2])", "column 25: expected a dtype"},
        Bad{"float32[2] | view.dtype(float)", "column 25: expected a dtype"},
        Bad{"float32[2] | contiguous.format(channels)",
            "column 32: expected a memory format"},
        Bad{"float32[2] | t() x", "column 18: expected '|' or the end"}),
    [](const auto& info) { return "Text" + std::to_string(info.index); });

TEST(ParseText, TakesAPartOfAComplexNumberForADouble) {
  for (const auto& [text, read] : std::map<const char*, const char*>{
           {"float32[1] | fill_(110000000149011612:3)",
            "float32[1] | fill_(110000000149011616:3)"},
           {"float32[1] | fill_(110000000149011612)",
            "float32[1] | fill_(110000000149011612)"},
           {"complex64[1]{110000000149011612} | t()",
            "complex64[1]{110000000149011616:0} | t()"},
           {"complex64[1]{110000000149011612:1} | t()",
            "complex64[1]{110000000149011616:1} | t()"}}) {
    EXPECT_EQ(Text(ParseText(text)), read);
  }
}

TEST(ParseText, GivesArgumentsThatAreLeftOutTheirDefaults) {
  EXPECT_EQ(Text(ParseText("float32[2,3] | flatten()")),
            "float32[2,3] | flatten(0, -1)");
  EXPECT_EQ(Text(ParseText("float32[2,3] | slice(1) | flatten(1)")),
            "float32[2,3] | slice(1, null, null, 1) | flatten(1, -1)");
  EXPECT_EQ(Text(ParseText("float32[6] | as_strided([2], [1])")),
            "float32[6] | as_strided([2], [1], null)");
}

}  // namespace text_test
}  // namespace viewproof
