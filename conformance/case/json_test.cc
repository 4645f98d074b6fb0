#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>
#include <variant>

#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/padding.h"
#include "conformance/case/testing.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace json_test {

constexpr std::string_view kVectorLine =
    R"({"id":"view/two-faults","rev":2,"profile":"core","rules":["view.e1"],)"
    R"("flags":["Empty"],"why":"a made-up vector that shows every field",)"
    R"("requires":["after_error","error_kind","views","wide_int"],)"
    R"("base":{"dtype":"complex64","sizes":[2,1],"fill":"bytes"},)"
    R"("chain":[{"op":"view","on":[0,0],"size":["9007199254740993",-1]},)"
    R"({"op":"copy_","src":{"dtype":"bool","sizes":[2],"values":[true,false]}},)"
    R"({"op":"slice","dim":0,"start":null,"end":1,"step":1},)"
    R"({"op":"is_contiguous"}],)"
    R"("expect":[{"error":{"kind":"size","rule":"view.e1","message":"\"no\""}},)"
    R"({"outputs":[]},{"outputs":[{"dtype":"complex64","sizes":[1,1],)"
    R"("strides":[1,1],"offset":0,"contiguous":true,"storage":0,"self":true,)"
    R"("conj":true,"neg":true,"bytes":"00ff"}]},{"result":true}],)"
    R"("or":[{"outputs":[]},{"outputs":[]},{"outputs":[{"dtype":"complex64",)"
    R"("sizes":[],"values":[[1,-2]]}]},{"result":false}]})";

Reply ReadReply(std::string_view line, std::string_view chain) {
  Reply reply;
  const Case test = ParseText("float32[4,6] | " + std::string(chain));
  Decoder().Read(PaddedText(line).view(), test, reply);
  return reply;
}

TEST(Json, WritesAVectorAsItWasRead) {
  std::string written;
  AppendJson(ReadLine<Vector>(kVectorLine), written);
  EXPECT_EQ(written, kVectorLine);
}

TEST(Json, ReadsACaseAsItWasWritten) {
  Case test = ParseText(
      "uint8[2,32] bytes | copy_(uint8[2]{101,102}) | copy_(@1.0) | read() "
      "@0.0 | slice(0, null, -5, 2)");
  test.id = "a/b";
  std::string written;
  AppendJson(test, written);
  EXPECT_EQ(ReadLine<Case>(written), test);
}

TEST(Json, WritesAnIndexItemByItem) {
  const Case test = ParseText(
      "float32[4] | getitem([-1, 1:, ::2, null, ..., true, int64[1]{3}]) | "
      "setitem([0], 101) | setitem([0], @0.0)");
  std::string written;
  AppendJson(test.chain, written);
  EXPECT_EQ(
      written,
      R"([{"op":"getitem","index":[-1,{"start":1,"stop":null,"step":null},)"
      R"({"start":null,"stop":null,"step":2},null,"...",true,)"
      R"({"dtype":"int64","sizes":[1],"values":[3]}]},)"
      R"({"op":"setitem","index":[0],"value":101},)"
      R"({"op":"setitem","index":[0],"value":[0,0]}])");
  EXPECT_EQ(ReadLine<Case>(R"({"base":{"dtype":"float32","sizes":[4]},)"
                           R"("chain":)" +
                           written + "}"),
            test);
}

TEST(Json, KeepsEveryInt64InAnIndex) {
  const Case test = ParseText(
      "int8[2] | getitem([9223372036854775807, -9223372036854775808:])");
  std::string written;
  AppendJson(test, written);
  EXPECT_EQ(ReadLine<Case>(written), test);
}

TEST(Json, WritesADTypeAndAMemoryFormatByTheirNames) {
  const Case test = ParseText(
      "uint8[8] bytes | view.dtype(complex64) | "
      "contiguous.format(channels_last_3d)");
  std::string written;
  AppendJson(test.chain, written);
  EXPECT_EQ(
      written,
      R"([{"op":"view.dtype","dtype":"complex64"},)"
      R"({"op":"contiguous.format","memory_format":"channels_last_3d"}])");
  EXPECT_EQ(
      ReadLine<Case>(R"({"base":{"dtype":"uint8","sizes":[8],"fill":"bytes"},)"
                     R"("chain":)" +
                     written + "}"),
      test);
}

TEST(Json, KeepsEveryInt64) {
  const Case test =
      ParseText("int64[2] | view([9223372036854775807, -9223372036854775808])");
  std::string written;
  AppendJson(test.chain, written);
  EXPECT_EQ(written, R"([{"op":"view","size":["9223372036854775807",)"
                     R"("-9223372036854775808"]}])");
  EXPECT_EQ(ReadLine<Case>(R"({"base":{"dtype":"int64","sizes":[2]},"chain":)" +
                           written + "}"),
            test);
}

TEST(Json, ReadsArgumentsInAnyOrder) {
  const Case test = ReadLine<Case>(
      R"({"chain":[{"step":2,"end":5,"dim":0,"on":[0,0],"start":1,)"
      R"("op":"slice"}],"base":{"sizes":[9],"dtype":"int8"}})");
  EXPECT_EQ(test, ParseText("int8[9] | slice(0, 1, 5, 2) @0.0"));
}

TEST(Json, ReusesItsMemoryWithoutRemembering) {
  Decoder decoder;
  Vector vector;
  decoder.Read(PaddedText(kVectorLine).view(), vector);
  const std::string bare =
      R"({"id":"a/bcd","rev":1,"profile":"core","rules":[],"flags":[],)"
      R"("why":"","base":{"dtype":"int8","sizes":[]},)"
      R"("chain":[{"op":"detach"}],"expect":[{"outputs":[]}]})";
  decoder.Read(PaddedText(bare).view(), vector);
  std::string written;
  AppendJson(vector, written);
  EXPECT_EQ(written, bare);
}

struct Bad {
  const char* name;
  const char* line;
  const char* refusal;
};

std::ostream& operator<<(std::ostream& os, const Bad& bad) {
  return os << bad.name;
}

class BadCases : public testing::TestWithParam<Bad> {};

TEST_P(BadCases, AreRefusedNamingTheField) {
  const std::string refusal = Refusal([] { ReadLine<Case>(GetParam().line); });
  EXPECT_NE(refusal.find(GetParam().refusal), std::string::npos) << refusal;
}

#define BASE R"("base":{"dtype":"int8","sizes":[2]})"
INSTANTIATE_TEST_SUITE_P(
    Codec, BadCases,
    testing::Values(
        Bad{"UnknownField", R"({)" BASE R"(,"chain":[],"colour":1})",
            "field \"colour\": unknown field"},
        Bad{"UnknownBaseField",
            R"({"base":{"dtype":"int8","sizes":[2],"x":1},"chain":[]})",
            "field \"x\": unknown field"},
        Bad{"UnknownArgument", R"({)" BASE R"(,"chain":[{"op":"t","x":1}]})",
            "step 1: field \"x\": unknown field"},
        Bad{"UnknownOp", R"({)" BASE R"(,"chain":[{"op":"t"},{"op":"tt"}]})",
            "step 2: field \"op\": unknown op \"tt\""},
        Bad{"UnknownDType",
            R"({"base":{"dtype":"int7","sizes":[2]},"chain":[]})",
            "field \"dtype\": unknown dtype \"int7\""},
        Bad{"UnknownDTypeOfAStep",
            R"({)" BASE R"(,"chain":[{"op":"view.dtype","dtype":"float"}]})",
            "field \"dtype\": unknown dtype \"float\""},
        Bad{"NoDTypeOfAStep",
            R"({)" BASE R"(,"chain":[{"op":"view.dtype","dtype":1}]})",
            "field \"dtype\": expected a string"},
        Bad{"UnknownMemoryFormat",
            R"({)" BASE R"(,"chain":[{"op":"contiguous.format",)"
            R"("memory_format":"channels"}]})",
            "field \"memory_format\": unknown memory format \"channels\""},
        Bad{"UnknownFill",
            R"({"base":{"dtype":"int8","sizes":[2],"fill":"x"},"chain":[]})",
            "field \"fill\""},
        Bad{"WrongType", R"({)" BASE R"(,"chain":[{"op":"view","size":7}]})",
            "field \"size\": expected a list"},
        Bad{"FractionalNumber",
            R"({)" BASE R"(,"chain":[{"op":"view","size":[1.5]}]})",
            "field \"size\": expected an integer"},
        Bad{"NumberBeyondInt64",
            R"({)" BASE
            R"(,"chain":[{"op":"view","size":[9223372036854775808]}]})",
            "field \"size\": expected an integer that fits int64"},
        Bad{"StringBeyondInt64",
            R"({)" BASE
            R"(,"chain":[{"op":"view","size":["9223372036854775808"]}]})",
            "no integer that fits int64"},
        Bad{"TwoEllipses",
            R"({)" BASE R"(,"chain":[{"op":"getitem","index":["...","..."]}]})",
            "at most one of them \"...\""},
        Bad{"SeventeenItems",
            R"({)" BASE
            R"(,"chain":[{"op":"getitem","index":[0,0,0,0,0,0,0,0,0,0,0,0,0,)"
            R"(0,0,0,0]}]})",
            "step 1: field \"index\": expected at most 16 items"},
        Bad{"UnknownRangeField",
            R"({)" BASE R"(,"chain":[{"op":"getitem","index":[{"end":1}]}]})",
            "field \"end\": unknown field"},
        Bad{"IndexTensorOfThisStep",
            R"({)" BASE R"(,"chain":[{"op":"getitem","index":[0,[1,0]]}]})",
            "step 1: field \"index\": [1,0] is of no earlier step"},
        Bad{"IndexTensorOfThreeNumbers",
            R"({)" BASE R"(,"chain":[{"op":"getitem","index":[[0,0,0]]}]})",
            "step 1: field \"index\": expected [step, output]"},
        Bad{"ValueOfALaterStep",
            R"({)" BASE
            R"(,"chain":[{"op":"t"},{"op":"copy_","src":[3,0]},{"op":"t"}]})",
            "step 2: field \"src\": [3,0] is of no earlier step"},
        Bad{"OperandOfALaterStep",
            R"({)" BASE R"(,"chain":[{"op":"t","on":[1,0]}]})",
            "step 1: field \"on\": [1,0] is of no earlier step"},
        Bad{"NewOfATensor",
            R"({)" BASE R"(,"chain":[{"op":"new","tensor":[0,0]}]})",
            "step 1: field \"tensor\": expected a literal"},
        Bad{"StridesBeyondInt64",
            R"({"base":{"dtype":"int8","sizes":[0,"4611686018427387904",4]},"chain":[]})",
            "its elements or its strides exceed int64"},
        Bad{"MissingArgument", R"({)" BASE R"(,"chain":[{"op":"view"}]})",
            "field \"size\": missing in a step of view"},
        Bad{"MissingOp", R"({)" BASE R"(,"chain":[{"size":[2]}]})",
            "field \"op\""},
        Bad{"MissingBase", R"({"chain":[]})", "field \"base\": missing"},
        Bad{"MissingChain", R"({)" BASE R"(})", "field \"chain\": missing"},
        Bad{"NegativeSize",
            R"({"base":{"dtype":"int8","sizes":[-2]},"chain":[]})",
            "a size is negative"},
        Bad{"NoIndices",
            R"({"base":{"dtype":"int8","sizes":[2],"indices":[]},"chain":[]})",
            "field \"indices\": expected a list of numbers for 1 to all"},
        Bad{"LargeBase",
            R"({"base":{"dtype":"int8","sizes":[256]},"chain":[]})",
            "over 255 elements"},
        Bad{"LiteralWithOtherCount",
            R"({)" BASE
            R"(,"chain":[{"op":"copy_","src":{"dtype":"int8","sizes":[2],"values":[1]}}]})",
            "1 values for 2 elements"},
        Bad{"NegativeOutputRef",
            R"({)" BASE R"(,"chain":[{"op":"t","on":[0,-1]}]})",
            "expected [step, output]"},
        Bad{"Truncated", R"({)" BASE R"(,"chain":[{"op":"t"})", "field"},
        Bad{"TrailingBytes", R"({)" BASE R"(,"chain":[]} {})",
            "something follows the object"},
        Bad{"NotUtf8", "{\"id\":\"\xff\"," BASE ",\"chain\":[]}", "UTF-8"},
        Bad{"NoObject", R"([1])", "expected an object"},
        Bad{"Empty", "", "field \"line\""}),
    testing::PrintToStringParamName());
#undef BASE

class BadVectors : public testing::TestWithParam<Bad> {};

// The good vector with one piece exchanged.
TEST_P(BadVectors, AreRefusedNamingTheField) {
  std::string line(kVectorLine);
  const std::string_view piece = GetParam().name;
  const std::size_t at = line.find(piece);
  ASSERT_NE(at, std::string::npos);
  line.replace(at, piece.size(), GetParam().line);
  const std::string refusal = Refusal([&] { ReadLine<Vector>(line); });
  EXPECT_NE(refusal.find(GetParam().refusal), std::string::npos) << refusal;
}

INSTANTIATE_TEST_SUITE_P(
    Codec, BadVectors,
    testing::Values(Bad{R"("rev":2,)", "", "field \"rev\": missing"},
                    Bad{R"("profile":"core")", R"("profile":"cores")",
                        "field \"profile\": unknown profile"},
                    Bad{R"("views",)", R"("sights",)",
                        "field \"requires\": unknown word \"sights\""},
                    Bad{R"("kind":"size")", R"("kind":"sizes")",
                        "unknown error kind \"sizes\""},
                    Bad{R"("rule":"view.e1")",
                        R"("rule":"view.e1","rule":"view.e1")",
                        "field \"rule\": given twice"},
                    Bad{R"({"outputs":[]},)", "",
                        "field \"expect\": 3 entries for 4 steps"},
                    Bad{R"("offset":0)", R"("offset":0.5)",
                        "field \"offset\": expected an integer"},
                    Bad{R"("strides":[1,1])", R"("strides":[1])",
                        "field \"strides\": 1 numbers for 2 sizes"},
                    Bad{R"("dtype":"complex64","sizes":[1,1])",
                        R"("sizes":[1,1])",
                        "field \"dtype\": missing in an output"},
                    Bad{R"({"result":true})", R"({})",
                        "a step without outputs, result or error"},
                    Bad{R"({"result":true})", R"({"unobserved":true})",
                        "field \"unobserved\": unknown field"}),
    [](const auto& info) { return "Piece" + std::to_string(info.index); });

TEST(Json, SaysWhatOfACaseIsNotSupported) {
  const auto why = [](std::string_view line) {
    try {
      ReadLine<Case>(line);
    } catch (const NotSupported& e) {
      return e.why();
    }
    return Unsupported();
  };
  EXPECT_EQ(why(R"({"base":{"dtype":"int8","sizes":[]},"chain":[{"op":"t"},)"
                R"({"op":"fold"}]})"),
            (Unsupported{2, "op", "fold"}));
  EXPECT_EQ(why(R"({"base":{"dtype":"int8","sizes":[]},"chain":[)"
                R"({"op":"t","x":1}]})"),
            (Unsupported{1, "argument", "x"}));
  EXPECT_EQ(why(R"({"base":{"dtype":"int7","sizes":[]},"chain":[]})"),
            (Unsupported{0, "dtype", "int7"}));
  EXPECT_EQ(why(R"({"base":{"dtype":"int8","sizes":[]},"chain":[)"
                R"({"op":"view.dtype","dtype":"uint12"}]})"),
            (Unsupported{1, "dtype", "uint12"}));
  EXPECT_EQ(why(R"({"base":{"dtype":"int8","sizes":[],"names":"x"}})"),
            (Unsupported{0, "base", "names"}));
}

TEST(Json, WritesAReplyAsItIsRead) {
  const std::string line =
      R"({"id":"a","steps":[{"outputs":[{"dtype":"float32","sizes":[6,4],)"
      R"("strides":[1,6],"offset":0,"storage":0,"values":[1,"nan","-inf"]}]},)"
      R"({"error":{"kind":"size","message":"no"}},{"unobserved":true}]})";
  std::string written;
  AppendJson(ReadReply(line, "t() | view([5]) | t() @2.0"), written);
  EXPECT_EQ(written, line);
}

TEST(Json, LeavesRulesOutOfReplies) {
  Reply reply;
  reply.steps.emplace_back(
      ErrorReply{ErrorKind::kSize, "view.e1", "sizes do not multiply"});
  std::string written;
  AppendJson(reply, written);
  EXPECT_EQ(written, R"({"id":"","steps":[{"error":{"kind":"size",)"
                     R"("message":"sizes do not multiply"}}]})");
  written.clear();
  AppendJson(reply.steps, written);
  EXPECT_EQ(written, R"([{"error":{"kind":"size","rule":"view.e1",)"
                     R"("message":"sizes do not multiply"}}])");
}

TEST(Json, TakesAbsurdNumbersOfAReplyAsData) {
  const Reply reply = ReadReply(
      R"({"id":"a","steps":[{"outputs":[{"dtype":"float9","sizes":[-1,null],)"
      R"("strides":[0.5,"x",1e3],"offset":1e300,)"
      R"("values":[null,"nan","inf",1.0,"x"]}]}]})",
      "t()");
  const Output& output = std::get<0>(reply.steps[0])[0];
  EXPECT_EQ(output.dtype, std::nullopt);
  EXPECT_EQ(output.sizes, (Ints{-1, kNotAnInteger}));
  EXPECT_EQ(output.strides, (Ints{kNotAnInteger, kNotAnInteger, 1000}));
  EXPECT_EQ(output.offset, kNotAnInteger);
  const std::vector<Scalar>& values = output.values->list;
  ASSERT_EQ(values.size(), 5u);
  EXPECT_EQ(values[0], kNoNumber);
  EXPECT_TRUE(std::isnan(values[1].re));
  EXPECT_EQ(values[2].re, INFINITY);
  EXPECT_EQ(values[3].re, 1);
  EXPECT_EQ(values[4], kNoNumber);
}

class BadReplies : public testing::TestWithParam<Bad> {};

TEST_P(BadReplies, AreRefusedNamingTheField) {
  const std::string refusal =
      Refusal([] { ReadReply(GetParam().line, "t() | read()"); });
  EXPECT_NE(refusal.find(GetParam().refusal), std::string::npos) << refusal;
}

INSTANTIATE_TEST_SUITE_P(
    Codec, BadReplies,
    testing::Values(
        Bad{"NoSteps", R"({"id":"a"})", "expected either steps or unsupported"},
        Bad{"WrongCount", R"({"id":"a","steps":[{"outputs":[]}]})",
            "field \"steps\": 1 entries for 2 steps"},
        Bad{"UnknownField", R"({"id":"a","x":1,"steps":[]})",
            "field \"x\": unknown field"},
        Bad{"Rule",
            R"({"id":"a","steps":[{"error":{"kind":"rank","rule":"t.e1"}}]})",
            "field \"rule\": unknown field"},
        Bad{"NoDType", R"({"id":"a","steps":[{"outputs":[{"sizes":[]}]}]})",
            "field \"dtype\": missing in an output"},
        Bad{"NoSizes", R"({"id":"a","steps":[{"outputs":[{"dtype":"int8"}]}]})",
            "field \"sizes\": missing in an output"},
        Bad{"SizesUnderRead",
            R"({"id":"a","steps":[{"outputs":[]},{"outputs":[{"sizes":[]}]}]})",
            "field \"sizes\": not shown by read"},
        Bad{"TwoOutcomes",
            R"({"id":"a","steps":[{"outputs":[],"result":true}]})",
            "a second outcome in one step"},
        Bad{"OddUnsupported", R"({"id":"a","unsupported":{"what":"me"}})",
            "expected op, argument, base or dtype"},
        Bad{"EmptyUnsupported", R"({"id":"a","unsupported":{}})",
            "field \"what\": missing"}),
    testing::PrintToStringParamName());

TEST(IdOfLine, TellsWhoseLineItIsWhateverElseItHolds) {
  EXPECT_EQ(IdOfLine(PaddedText(R"({"x":[1],"id":"a\u0062"})").view()), "ab");
  EXPECT_EQ(IdOfLine(PaddedText(R"({"x":1})").view()), "");
  EXPECT_EQ(IdOfLine(PaddedText(R"({"id":7})").view()), "");
  EXPECT_EQ(IdOfLine(PaddedText(R"(["id"])").view()), std::nullopt);
  EXPECT_EQ(IdOfLine(PaddedText(R"({"id":"a")").view()), std::nullopt);
}

}  // namespace json_test
}  // namespace viewproof
