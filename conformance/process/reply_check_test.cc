#include "conformance/process/reply_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/padding.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace reply_check_test {

constexpr char kText[] = "float32[2] | t() | read() | view([3])";

Hello Declares(Facets facets) {
  Hello hello;
  hello.ops = {"is_contiguous", "read", "t", "view"};
  hello.facets = facets;
  return hello;
}

// Returns what is wrong with the reply that consists of these steps; "" if
// nothing.
std::string Complaint(const Hello& hello, const std::string& text,
                      const std::string& steps) {
  const Case test = ParseText(text);
  Reply reply;
  Decoder().Read(PaddedText(R"({"id":"","steps":[)" + steps + "]}").view(),
                 test, reply);
  try {
    ReplyCheck(hello).Check(test, reply);
  } catch (const BadInput& e) {
    return e.what();
  }
  return "";
}

std::string Output(const std::string& fields) {
  return R"({"outputs":[{"dtype":"float32",)" + fields + "}]}";
}

constexpr char kAll[] =
    R"("sizes":[2],"strides":[1],"offset":0,"contiguous":true,"storage":0,)"
    R"("self":true,"conj":true,"neg":true,"values":[1,2])";
constexpr char kRead[] = R"({"outputs":[{"values":[1,2]}]})";
constexpr char kError[] = R"({"error":{"kind":"size","message":"no"}})";

TEST(ReplyCheck, AcceptsAllThatAllFacetsNeed) {
  EXPECT_EQ(Complaint(Declares(Facets::All()), kText,
                      Output(kAll) + "," + kRead + "," + kError),
            "");
}

TEST(ReplyCheck, AcceptsShapeAlone) {
  EXPECT_EQ(
      Complaint(Declares({}), kText,
                Output(R"("sizes":[2])") + R"(,{"outputs":[{}]},{"error":{}})"),
      "");
}

struct Row {
  const char* name;
  Facets facets;
  const char* fields;  // The output of t() has these.
  const char* complaint;
};

std::ostream& operator<<(std::ostream& os, const Row& row) {
  return os << row.name;
}

class Outputs : public testing::TestWithParam<Row> {};

TEST_P(Outputs, ShowWhatTheDeclaredFacetsNeedAndNothingElse) {
  const std::string complaint =
      Complaint(Declares(GetParam().facets), "float32[2] | t()",
                Output(GetParam().fields));
  EXPECT_EQ(complaint.substr(0, std::string_view(GetParam().complaint).size()),
            GetParam().complaint);
  EXPECT_EQ(complaint.empty(), GetParam().complaint[0] == '\0') << complaint;
}

using enum Facet;
INSTANTIATE_TEST_SUITE_P(
    ReplyCheck, Outputs,
    testing::Values(
        Row{"NoStrides",
            {kStrides},
            R"("sizes":[2],"offset":0,"contiguous":true)",
            "field \"strides\": missing"},
        Row{"NoOffset",
            {kStrides},
            R"("sizes":[2],"strides":[1],"contiguous":true)",
            "field \"offset\": missing"},
        Row{"NoContiguous",
            {kStrides},
            R"("sizes":[2],"strides":[1],"offset":0)",
            "field \"contiguous\": missing"},
        Row{"NoStorage",
            {kAlias},
            R"("sizes":[2])",
            "field \"storage\": missing"},
        Row{"NoValues",
            {kValues},
            R"("sizes":[2])",
            "field \"values\": missing"},
        Row{"NoValuesOfNothing",
            {kValues},
            R"("sizes":[0])",
            "field \"values\": missing"},
        Row{"BytesForValues",
            {kValues},
            R"("sizes":[0],"bytes":"")",
            "field \"bytes\": belongs"},
        Row{"MostValues", {kValues}, R"("sizes":[257])", ""},
        Row{"TooManyValues",
            {kValues},
            R"("sizes":[257],"values":[1])",
            "field \"values\": shown of 257"},
        Row{"MoreElementsThanInt64",
            {kValues},
            R"("sizes":["9223372036854775807",2],"values":[])",
            "field \"values\": shown of"},
        Row{"AbsurdSizes", {kValues}, R"("sizes":[-1])", ""},
        Row{"WrongCountOfValuesIsData",
            {kValues},
            R"("sizes":[2],"values":[1])",
            ""},
        Row{"WrongRankIsData",
            {kStrides},
            R"("sizes":[2],"strides":[],"offset":null,"contiguous":true)",
            ""},
        Row{"UndeclaredStrides",
            {},
            R"("sizes":[2],"strides":[1])",
            "field \"strides\": belongs"},
        Row{"UndeclaredOffset",
            {},
            R"("sizes":[2],"offset":0)",
            "field \"offset\": belongs"},
        Row{"UndeclaredContiguous",
            {},
            R"("sizes":[2],"contiguous":true)",
            "field \"contiguous\": belongs"},
        Row{"UndeclaredStorage",
            {},
            R"("sizes":[2],"storage":0)",
            "field \"storage\": belongs"},
        Row{"UndeclaredSelf",
            {},
            R"("sizes":[2],"self":true)",
            "field \"self\": belongs"},
        Row{"UndeclaredConj",
            {},
            R"("sizes":[2],"conj":true)",
            "field \"conj\": belongs"},
        Row{"UndeclaredNeg",
            {},
            R"("sizes":[2],"neg":true)",
            "field \"neg\": belongs"},
        Row{"UndeclaredValues",
            {},
            R"("sizes":[2],"values":[1,2])",
            "field \"values\": belongs"}),
    testing::PrintToStringParamName());

TEST(ReplyCheck, AsksForContiguousOnlyWhereTheOpIsDeclared) {
  Hello hello = Declares({Facet::kStrides});
  hello.ops = {"read", "t"};
  const std::string bare = R"("sizes":[2],"strides":[1],"offset":0)";
  EXPECT_EQ(Complaint(hello, "float32[2] | t()", Output(bare)), "");
  EXPECT_EQ(Complaint(hello, "float32[2] | t()",
                      Output(bare + R"(,"contiguous":true)")),
            "field \"contiguous\": belongs to no declared facet");
}

TEST(ReplyCheck, AsksForBytesUnderBytesFill) {
  const Hello hello = Declares({Facet::kValues});
  const std::string text = "uint8[2] bytes | t()";
  EXPECT_EQ(Complaint(hello, text, Output(R"("sizes":[2],"bytes":"0001")")),
            "");
  EXPECT_EQ(Complaint(hello, text, Output(R"("sizes":[2])")),
            "field \"bytes\": missing in an output");
  EXPECT_EQ(Complaint(hello, text, Output(R"("sizes":[2],"values":[0,1])")),
            "field \"values\": belongs to no declared facet");
}

TEST(ReplyCheck, AsksForADigestOfALargeOutputOfData) {
  const Hello hello = Declares({Facet::kValues});
  const std::string large = "float32[300] cycle | view([300])";
  const std::string digest = R"(,"crc32":"0a0b0c0d")";
  EXPECT_EQ(Complaint(hello, large, Output(R"("sizes":[300])" + digest)), "");
  EXPECT_EQ(Complaint(hello, large, Output(R"("sizes":[300])")),
            "field \"crc32\": missing in an output");
  EXPECT_EQ(Complaint(hello, "float32[2] cycle | view([2])",
                      Output(R"("sizes":[2])" + digest)),
            "field \"values\": missing in an output");
  EXPECT_EQ(Complaint(hello, "float32[1] | expand([300])",
                      Output(R"("sizes":[300])" + digest)),
            "field \"crc32\": belongs to no declared facet");
  EXPECT_EQ(Complaint(hello, "float32[2] cycle | read()",
                      R"({"outputs":[{"values":[1,2])" + digest + "}]}"),
            "field \"crc32\": shown beside the elements");
  EXPECT_EQ(Complaint(hello, "float32[1] 0x00000000 | view([1])",
                      Output(R"("sizes":[1],"bytes":"00000000")")),
            "");
}

TEST(ReplyCheck, AllowsValuesAloneUnderRead) {
  const Hello hello = Declares(Facets::All());
  EXPECT_EQ(Complaint(hello, "float32[2] | read()", kRead), "");
  EXPECT_EQ(Complaint(hello, "float32[2] | read()", R"({"outputs":[{}]})"), "");
  EXPECT_EQ(Complaint(hello, "float32[2] | read()",
                      R"({"outputs":[{"storage":0,"values":[1,2]}]})"),
            "field \"storage\": not shown by read");
}

TEST(ReplyCheck, AllowsNoMoreValuesUnderReadThanElsewhere) {
  std::string values = "1";
  for (int k = 1; k < 257; ++k) values += ",1";
  EXPECT_EQ(Complaint(Declares(Facets::All()), "float32[2] | read()",
                      R"({"outputs":[{"values":[)" + values + "]}]}"),
            "field \"values\": too many");
}

TEST(ReplyCheck, AllowsTheKindOfAnErrorOnlyWhereItIsDeclared) {
  EXPECT_EQ(Complaint(Declares({}), "float32[2] | t()", kError),
            "field \"kind\": belongs to no declared facet");
  EXPECT_EQ(
      Complaint(Declares({Facet::kErrorKind}), "float32[2] | t()", kError), "");
}

TEST(ReplyCheck, BoundsMessages) {
  const auto error = [](std::size_t size) {
    return R"({"error":{"message":")" + std::string(size, 'x') + "\"}}";
  };
  EXPECT_EQ(Complaint(Declares({}), "float32[2] | t()", error(4096)), "");
  EXPECT_EQ(Complaint(Declares({}), "float32[2] | t()", error(4097)),
            "field \"message\": over 4096 bytes");
}

TEST(ReplyCheck, TakesTheBytesOfACallAsNumbers) {
  Case test = ParseText(
      "float32[2]{1,2} | t() | new(int16[1]) | read() @0.0 | read() @2.0");
  test.base.fill = FillKind::kOperand;
  const auto read = [&](const std::string& digits, bool observes_every) {
    const std::string made =
        observes_every ? R"({"outputs":[{"dtype":"int16","sizes":[1],)"
                         R"("bytes":"0100"}]})"
                       : R"({"unobserved":true})";
    Reply reply;
    Decoder().Read(
        PaddedText(R"({"id":"","steps":[)" +
                   Output(R"("sizes":[2],"bytes":"0000803f00000040")") + "," +
                   made + R"(,{"outputs":[{"bytes":"0000803f000000c0"}]},)" +
                   R"({"outputs":[{"bytes":")" + digits + "\"}]}]}")
            .view(),
        test, reply);
    Hello hello = Declares({Facet::kValues});
    hello.observes_every = observes_every;
    ReplyCheck(hello).Check(test, reply);
    std::string text;
    for (const Outcome& outcome : reply.steps) {
      const auto* outputs =
          std::get_if<std::vector<viewproof::Output>>(&outcome);
      if (outputs == nullptr) continue;
      EXPECT_FALSE(outputs->front().bytes);
      for (const Scalar& value : outputs->front().values->list) {
        text += fmt::format("{} ", value.re);
      }
    }
    return text;
  };
  EXPECT_EQ(read("feff", true), "1 2 1 1 -2 -2 ");
  EXPECT_EQ(read("feff", false), "1 2 1 -2 -2 ");
  for (const char* digits : {"f", "fefffe", "FEFF"}) {
    EXPECT_THROW(read(digits, true), BadInput) << digits;
  }
}

TEST(ReplyCheck, LooksAtTheLastEntryAloneWhereNoOtherIsObserved) {
  Hello hello = Declares({Facet::kValues});
  hello.observes_every = false;
  const std::string bare = Output(R"("sizes":[2])");
  EXPECT_EQ(Complaint(hello, "float32[2] | t() | read()", bare + "," + kRead),
            "");
  EXPECT_EQ(Complaint(hello, "float32[2] | t() | t()",
                      R"({"unobserved":true},)" + bare),
            "field \"values\": missing in an output");
}

TEST(ReplyCheck, KnowsTheStepsThatCanBeUnsupported) {
  const Case test = ParseText("float32[2] | t()");
  const ReplyCheck check(Declares({}));
  Reply reply;
  for (const int64_t step : {0, 1}) {
    reply.unsupported = {step, "op", "t"};
    EXPECT_NO_THROW(check.Check(test, reply));
  }
  for (const int64_t step : {-1, 2}) {
    reply.unsupported = {step, "op", "t"};
    EXPECT_THROW(check.Check(test, reply), BadInput);
  }
}

}  // namespace reply_check_test
}  // namespace viewproof
