#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <variant>

#include "conformance/case/decode.h"
#include "conformance/case/padding.h"
#include "conformance/case/protocol.h"
#include "conformance/case/testing.h"
#include "conformance/case/text.h"

// Two spellings of one thing hide mistakes of an adapter: each is refused.
namespace viewproof {
namespace strict_test {

struct Row {
  const char* name;
  const char* line;
  const char* refusal;
};

std::ostream& operator<<(std::ostream& os, const Row& row) {
  return os << row.name;
}

// A reply to one step with an output that has these fields, besides its dtype.
std::string Outputs(const std::string& fields) {
  return R"({"id":"a","steps":[{"outputs":[{"dtype":"int64",)" + fields +
         "}]}]}";
}

Reply ReadReply(const std::string& line) {
  Reply reply;
  Decoder().Read(PaddedText(line).view(), ParseText("int64[2] | t()"), reply);
  return reply;
}

class StrictReplies : public testing::TestWithParam<Row> {};

TEST_P(StrictReplies, AreRefused) {
  const std::string fields = GetParam().line;
  const std::string line = fields.starts_with('{') ? fields : Outputs(fields);
  const std::string refusal = Refusal([&] { ReadReply(line); });
  EXPECT_NE(refusal.find(GetParam().refusal), std::string::npos) << refusal;
}

INSTANTIATE_TEST_SUITE_P(
    Codec, StrictReplies,
    testing::Values(
        Row{"SizeAsString", R"("sizes":["2"])",
            "field \"sizes\": expected a number: strings are for integers "
            "beyond 2^53"},
        Row{"StrideAsString", R"("sizes":[2],"strides":[3,"1"])",
            "field \"strides\": expected a number"},
        Row{"OffsetAsString", R"("sizes":[2],"offset":"-7")",
            "field \"offset\": expected a number"},
        Row{"StorageAsString", R"("sizes":[2],"storage":"0")",
            "field \"storage\": expected a number"},
        Row{"LargestAsString", R"("sizes":["9007199254740991"])",
            "field \"sizes\": expected a number"},
        Row{"ValueAsString", R"("sizes":[1],"values":["3"])",
            "field \"values\": expected a number"},
        Row{"FractionAsString", R"("sizes":[1],"values":["1.5"])",
            "field \"values\": expected a number"},
        Row{"SizesTwice", R"("sizes":[2],"sizes":[2])",
            "field \"sizes\": given twice"},
        Row{"StridesTwice", R"("sizes":[2],"strides":[9],"strides":[1])",
            "field \"strides\": given twice"},
        Row{"DTypeTwice", R"("sizes":[2],"dtype":"int8")",
            "field \"dtype\": given twice"},
        Row{"SelfTwice", R"("sizes":[2],"self":false,"self":true)",
            "field \"self\": given twice"},
        Row{"IdTwice", R"({"id":"b","id":"a","steps":[{"outputs":[]}]})",
            "field \"id\": given twice"},
        Row{"StepsTwice",
            R"({"id":"a","steps":[{"outputs":[]}],"steps":[{"outputs":[]}]})",
            "field \"steps\": given twice"},
        Row{"KindTwice",
            R"({"id":"a","steps":[{"error":{"kind":"rank","kind":"size"}}]})",
            "field \"kind\": given twice"},
        Row{"UnsupportedTwice",
            R"({"id":"a","unsupported":{"what":"op"},)"
            R"("unsupported":{"what":"op"}})",
            "field \"unsupported\": given twice"},
        Row{"WhatTwice",
            R"({"id":"a","unsupported":{"what":"op","what":"base"}})",
            "field \"what\": given twice"}),
    testing::PrintToStringParamName());

TEST(StrictReplies, TakeStringsForWhatIsNoNumberInJson) {
  const Reply reply = ReadReply(
      Outputs(R"("sizes":["9007199254740992"],"offset":"-9007199254740992",)"
              R"("values":["9007199254740993","nan","-inf","-0.0"])"));
  const Output& output = std::get<0>(reply.steps[0])[0];
  EXPECT_EQ(output.sizes, Ints{int64_t{1} << 53});
  EXPECT_EQ(output.offset, -(int64_t{1} << 53));
  EXPECT_EQ(WholeOf(output.values->list[0]), (int64_t{1} << 53) + 1);
  EXPECT_EQ(output.values->list.size(), 4u);
}

TEST(StrictCases, RefuseAnArgumentThatIsGivenTwice) {
  const auto refusal = [](const std::string& step) {
    Case test;
    return Refusal([&] {
      Decoder().Read(PaddedText(R"({"base":{"dtype":"int8","sizes":[2]},)"
                                R"("chain":[{"op":"unsqueeze",)" +
                                step + "}]}")
                         .view(),
                     test);
    });
  };
  EXPECT_EQ(refusal(R"("dim":0,"dim":1)"),
            "step 1: field \"dim\": given twice");
  EXPECT_EQ(refusal(R"("dim":0,"on":[0,0],"on":[0,0])"),
            "step 1: field \"on\": given twice");
  EXPECT_EQ(refusal(R"("dim":"0")"),
            "step 1: field \"dim\": expected a number: strings are for "
            "integers beyond 2^53");
}

TEST(StrictVectors, RefuseAChainWithoutAStep) {
  Vector vector;
  const PaddedText line(
      R"({"id":"t/x","rev":1,"profile":"core","rules":["t.r1"],"flags":[],)"
      R"("why":"w","base":{"dtype":"int8","sizes":[2]},"chain":[],"expect":[]})");
  EXPECT_EQ(Refusal([&] { Decoder().Read(line.view(), vector); }),
            "field \"chain\": has no step");
}

TEST(StrictHello, RefusesAVersionAsAStringAndAFieldThatIsGivenTwice) {
  const auto refusal = [](const std::string& protocol,
                          const std::string& subject) {
    return Refusal([&] {
      ReadHello("{\"hello\":{\"protocol\":" + protocol + ",\"subject\":{" +
                subject +
                R"(},"ops":["read"],"dtypes":["int8"],"facets":[]}})");
    });
  };
  const std::string subject = R"("name":"x","version":"1")";
  EXPECT_EQ(refusal("1", subject), "nothing is refused");
  EXPECT_EQ(refusal("\"1\"", subject),
            "field \"protocol\": expected a number: strings are for integers "
            "beyond 2^53");
  EXPECT_EQ(refusal("1,\"batch\":\"8\"", subject),
            "field \"batch\": expected a number: strings are for integers "
            "beyond 2^53");
  EXPECT_EQ(refusal("1", subject + R"(,"name":"y")"),
            "field \"name\": given twice");
}

}  // namespace strict_test
}  // namespace viewproof
