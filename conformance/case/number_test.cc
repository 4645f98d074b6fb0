#include "conformance/case/number.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "conformance/case/encode.h"
#include "conformance/case/testing.h"
#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace number_test {

std::string Real(const Scalar& real) {
  std::string out;
  AppendReal(real, out);
  return out;
}

std::string JsonReal(const Scalar& real) {
  std::string out;
  AppendJsonReal(real, out);
  return out;
}

TEST(Number, HasOneSpellingThatGivesItBack) {
  for (const char* spelling :
       {"0", "-1", "9007199254740993", "9223372036854775807",
        "-9223372036854775808", "18446744073709551615", "9223372036854775809",
        "9223372036854775808", "0.1", "-1.5", "3.5e+38", "1e-40", "1e+300",
        "9.223372036854775808e18", "nan", "inf", "-inf", "-0.0"}) {
    const auto real = FindReal(spelling);
    ASSERT_TRUE(real) << spelling;
    EXPECT_EQ(FindReal(Real(*real)), real);
    EXPECT_EQ(std::signbit(real->re), spelling[0] == '-');
  }
  EXPECT_EQ(Real({0x1p63}), "9.223372036854776e+18");
  EXPECT_EQ(Real(Whole(UINT64_MAX)), "18446744073709551615");
  EXPECT_EQ(JsonReal(Whole(UINT64_MAX)), "\"18446744073709551615\"");
}

TEST(Number, IsNoOtherText) {
  for (const char* text :
       {"", "1.0", "1e2", "+1", "0.0", " 1", "1 ", "0x1", "infinity", "-nan",
        "NaN", "1e999", "1.5x", "9007199254740993.0"}) {
    EXPECT_FALSE(FindReal(text)) << text;
  }
}

TEST(Number, IsNotWrittenIfItIsNeitherAnInt64NorADouble) {
  EXPECT_EQ(Refusal([] { ParseText("int64[1] | fill_(9223372036854775809)"); }),
            "case text, column 37: expected an int64 before this at \")\"");
  EXPECT_NE(
      Refusal([] {
        ReadLine<Case>(R"({"base":{"dtype":"int64","sizes":[1]},"chain":)"
                       R"([{"op":"fill_","value":"9223372036854775809"}]})");
      }).find("field \"value\": expected an integer that fits int64"),
      std::string::npos);
}

TEST(Number, IsAStringInJsonUnlessJsonHasIt) {
  EXPECT_EQ(JsonReal({-1.5}), "-1.5");
  EXPECT_EQ(JsonReal({9007199254740991}), "9007199254740991");
  EXPECT_EQ(JsonReal({9007199254740992}), "\"9007199254740992\"");
  EXPECT_EQ(JsonReal({1e300}), "1e+300");
  EXPECT_EQ(JsonReal({-0.0}), "\"-0.0\"");
  EXPECT_EQ(JsonReal({NAN}), "\"nan\"");
  EXPECT_EQ(JsonReal({-INFINITY}), "\"-inf\"");
}

TEST(Number, NeedsItsFormUnlessItIsAPlainInteger) {
  const auto needs = [](const char* text) {
    return NeedsNumbers(ParseText(text));
  };
  EXPECT_FALSE(needs("int8[2] | fill_(300)"));
  EXPECT_FALSE(needs("complex64[1] | copy_(complex64[1]{1:-2})"));
  EXPECT_TRUE(needs("float32[2] | fill_(1.5)"));
  EXPECT_TRUE(needs("float32[2] | fill_(9007199254740992)"));
  EXPECT_TRUE(needs("float32[2] | setitem([0], 1:2)"));
  EXPECT_TRUE(needs("float32[2] | copy_(float32[1]{-0.0})"));
  EXPECT_TRUE(needs("complex64[1] | copy_(complex64[1]{1:0.5})"));
}

// A case of complex64[2] whose chain is `chain`, as JSON.
Case ReadChain(const std::string& chain) {
  const std::string line =
      R"({"base":{"dtype":"complex64","sizes":[2]},"chain":)" + chain + "}";
  return ReadLine<Case>(line);
}

TEST(Number, IsAnArgumentInJson) {
  const Case test = ParseText(
      "complex64[2] | fill_(-1.5) | fill_(9007199254740993) | fill_(-0.0) | "
      "setitem([0], nan:2) | add_(inf) | copy_(complex64[1]{0.5:-inf})");
  std::string written;
  AppendJson(test.chain, written);
  EXPECT_EQ(written,
            R"([{"op":"fill_","value":-1.5},)"
            R"({"op":"fill_","value":"9007199254740993"},)"
            R"({"op":"fill_","value":"-0.0"},)"
            R"({"op":"setitem","index":[0],"value":{"complex":["nan",2]}},)"
            R"({"op":"add_","other":"inf"},{"op":"copy_","src":)"
            R"({"dtype":"complex64","sizes":[1],"values":[[0.5,"-inf"]]}}])");
  EXPECT_EQ(ReadChain(written), test);
}

TEST(Number, IsRefusedInJsonNamingTheField) {
  const auto refusal = [](const std::string& value) {
    return Refusal(
        [&] { ReadChain(R"([{"op":"fill_","value":)" + value + "}]"); });
  };
  const std::string field = "step 1: field \"value\": expected ";
  const std::string number = field +
                             "an integer that fits int64, a fraction, \"nan\", "
                             "\"inf\", \"-inf\" or \"-0.0\"";
  EXPECT_EQ(refusal("1.0"), number);
  EXPECT_EQ(refusal("-0.0"), number);
  EXPECT_EQ(refusal("1e2"), number);
  EXPECT_EQ(refusal("\"x\""), number);
  EXPECT_EQ(refusal("true"), number);
  EXPECT_EQ(refusal(R"({"complex":[1,0]})"),
            field + "an imaginary part that is not 0");
  EXPECT_EQ(refusal(R"({"complex":[1,2,3]})"), field + "[re, im]");
  EXPECT_EQ(refusal("1.5"), "nothing is refused");
}

}  // namespace number_test
}  // namespace viewproof
