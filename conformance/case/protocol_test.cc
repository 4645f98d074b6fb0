#include "conformance/case/protocol.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/case/padding.h"
#include "conformance/case/testing.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace {

constexpr std::string_view kHello =
    R"({"hello":{"protocol":1,"subject":{"name":"acme","version":"3.2"},)"
    R"("ops":["view","read","expand"],"dtypes":["float32","int64"],)"
    R"("facets":["values","strides"]}})";

Request ReadOne(std::string_view line) {
  return ReadRequest(Padded(line).view());
}

TEST(Facet, NamesLeadBack) {
  for (const Facet facet : kFacets) EXPECT_EQ(FindFacet(Name(facet)), facet);
  EXPECT_EQ(FindFacet("taste"), std::nullopt);
}

TEST(Hello, HasTheDefaultsOfTheProtocol) {
  const Hello hello = ReadHello(kHello);
  Hello expected;
  expected.name = "acme";
  expected.version = "3.2";
  expected.device = "cpu";
  expected.ops = {"expand", "read", "view"};
  expected.dtypes = {DType::kFloat32, DType::kInt64};
  expected.facets = {Facet::kValues, Facet::kStrides};
  expected.max_rank = 64;
  expected.batch = 64;
  expected.case_seconds = 2;
  EXPECT_EQ(hello, expected);
}

TEST(Hello, IsReadAsItWasWritten) {
  Hello hello = ReadHello(kHello);
  hello.language = "c++";
  hello.device = "npu:\"0\"";
  hello.facets = Facets::All();
  hello.views = false;
  hello.copies = {"expand"};
  hello.after_error = false;
  hello.wide_int = false;
  hello.observes_every = false;
  hello.answers_batch = true;
  hello.max_rank = 8;
  hello.batch = 3;
  hello.case_seconds = 0.25;
  hello.forms = {CaseForm::kDigest, CaseForm::kIndexTensors};
  hello.snippets = true;
  std::string line;
  AppendJson(hello, line);
  EXPECT_EQ(ReadHello(line), hello);
}

// The hello above with one piece exchanged.
struct Bad {
  const char* piece;
  const char* by;
  const char* refusal;
};

std::ostream& operator<<(std::ostream& os, const Bad& bad) {
  return os << bad.piece << " -> " << bad.by;
}

class BadHellos : public testing::TestWithParam<Bad> {};

TEST_P(BadHellos, AreRefusedNamingTheField) {
  std::string line(kHello);
  const std::size_t at = line.find(GetParam().piece);
  ASSERT_NE(at, std::string::npos);
  line.replace(at, std::string_view(GetParam().piece).size(), GetParam().by);
  const std::string refusal = Refusal([&] { ReadHello(line); });
  EXPECT_NE(refusal.find(GetParam().refusal), std::string::npos) << refusal;
}

INSTANTIATE_TEST_SUITE_P(
    Hello, BadHellos,
    testing::Values(
        Bad{R"("protocol":1)", R"("protocol":2)",
            "field \"protocol\": 2 is not the version"},
        Bad{R"("protocol":1,)", "", "field \"protocol\": missing"},
        Bad{R"("name":"acme",)", "", "field \"name\": missing"},
        Bad{R"(,"version":"3.2")", "", "field \"version\": missing"},
        Bad{R"("version":"3.2")", R"("version":3.2)",
            "field \"version\": expected a string"},
        Bad{R"("version":"3.2")", R"("version":"3.2","x":1)",
            "field \"x\": unknown"},
        Bad{R"("ops":["view","read","expand"],)", "", "field \"ops\": missing"},
        Bad{R"("read",)", "", "field \"ops\": lacks \"read\""},
        Bad{R"("read",)", R"("read","fold",)",
            "field \"ops\": unknown op \"fold\""},
        Bad{R"("read",)", R"("read","read",)", "\"read\" twice"},
        Bad{R"("int64")", R"("int65")", "unknown dtype \"int65\""},
        Bad{R"("int64")", R"("float32")", "\"float32\" twice"},
        Bad{R"("float32","int64")", "", "field \"dtypes\": names no dtype"},
        Bad{R"("strides")", R"("taste")", "unknown facet \"taste\""},
        Bad{R"("strides")", R"("strides","exact")",
            "\"exact\" without \"alias\""},
        Bad{R"("dtypes")", R"("colour":1,"dtypes")",
            "field \"colour\": unknown"},
        Bad{R"("dtypes")", R"("protocol":1,"dtypes")",
            "field \"protocol\": given twice"},
        Bad{R"("dtypes")", R"("views":1,"dtypes")",
            "field \"views\": expected true or false"},
        Bad{R"("dtypes")", R"("copies":["t"],"dtypes")",
            "field \"copies\": \"t\" is not among"},
        Bad{R"("dtypes")", R"("observes":"some","dtypes")",
            "field \"observes\""},
        Bad{R"("dtypes")", R"("answers":"none","dtypes")", "field \"answers\""},
        Bad{R"("dtypes")", R"("forms":["digests"],"dtypes")",
            "field \"forms\": unknown form \"digests\""},
        Bad{R"("dtypes")", R"("forms":["data","data"],"dtypes")",
            "field \"forms\": \"data\" twice"},
        Bad{R"("dtypes")", R"("max_rank":-1,"dtypes")", "field \"max_rank\""},
        Bad{R"("dtypes")", R"("batch":0,"dtypes")", "field \"batch\""},
        Bad{R"("dtypes")", R"("batch":70000,"dtypes")", "field \"batch\""},
        Bad{R"("dtypes")", R"("case_seconds":0,"dtypes")",
            "field \"case_seconds\""},
        Bad{R"({"hello":)", R"({"id":)", "field \"id\": unknown"},
        Bad{"}}", "}", "field"}, Bad{"}}", "}} {}", "follows the object"}),
    [](const auto& info) { return "Piece" + std::to_string(info.index); });

TEST(Request, SaysHelloAndBye) {
  const Request hello = ReadOne(HelloRequest());
  EXPECT_EQ(hello.kind, Request::Kind::kHello);
  EXPECT_EQ(hello.protocol, kProtocol);
  EXPECT_EQ(ReadOne(ByeRequest()).kind, Request::Kind::kBye);
  EXPECT_EQ(ReadOne(R"({"hello":{"protocol":2}})").protocol, 2);
}

TEST(Request, BringsTheCasesThatWereSent) {
  std::vector<Case> cases = {ParseText("float32[4,6] | t() | view([24])"),
                             ParseText("uint8[2] bytes | fill_(101)"),
                             ParseText("int8[]")};
  std::vector<const Case*> sent;
  for (Case& test : cases) {
    test.id = "case/" + std::to_string(sent.size());
    sent.push_back(&test);
  }
  std::string line;
  AppendRunRequest(sent, line);
  const Request request = ReadOne(line);
  EXPECT_EQ(request.kind, Request::Kind::kRun);
  ASSERT_EQ(request.items.size(), cases.size());
  for (std::size_t k = 0; k < cases.size(); ++k) {
    EXPECT_EQ(request.items[k].test, cases[k]);
    EXPECT_EQ(request.items[k].unsupported, std::nullopt);
  }
}

TEST(Request, CanBringNoCase) {
  std::string line;
  AppendRunRequest({}, line);
  EXPECT_EQ(ReadOne(line).items.size(), 0u);
}

TEST(Request, IgnoresUnknownKeysBesideBaseAndChain) {
  const Request request =
      ReadOne(R"({"run":[{"new":{"x":[1]},"id":"a","base":{"dtype":"int8",)"
              R"("sizes":[2]},"chain":[{"op":"detach"}],"more":null}]})");
  ASSERT_EQ(request.items.size(), 1u);
  EXPECT_EQ(request.items[0].unsupported, std::nullopt);
  EXPECT_EQ(Text(request.items[0].test), "int8[2] | detach()");
}

TEST(Request, SaysWhatIsNotSupportedAndGoesOn) {
  const Request request =
      ReadOne(R"({"run":[{"base":{"dtype":"int8","sizes":[2],"names":"x"},)"
              R"("chain":[],"id":"a"},)"
              R"({"id":"b","base":{"dtype":"int8","sizes":[2]},)"
              R"("chain":[{"op":"t"},{"op":"fold"}]},)"
              R"({"id":"c","base":{"dtype":"int8","sizes":[2]},)"
              R"("chain":[{"op":"t","x":1}]},)"
              R"({"id":"d","base":{"dtype":"int8","sizes":[2]},)"
              R"("chain":[{"op":"t"}]}]})");
  ASSERT_EQ(request.items.size(), 4u);
  EXPECT_EQ(request.items[0].test.id, "a");
  EXPECT_EQ(request.items[0].unsupported, (Unsupported{0, "base", "names"}));
  EXPECT_EQ(request.items[1].test.id, "b");
  EXPECT_EQ(request.items[1].unsupported, (Unsupported{2, "op", "fold"}));
  EXPECT_EQ(request.items[2].test.id, "c");
  EXPECT_EQ(request.items[2].unsupported, (Unsupported{1, "argument", "x"}));
  EXPECT_EQ(request.items[3].unsupported, std::nullopt);
}

class NoRequests : public testing::TestWithParam<const char*> {};

TEST_P(NoRequests, AreRefused) {
  EXPECT_THROW(ReadOne(GetParam()), BadInput) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(
    Request, NoRequests,
    testing::Values(
        "", "{}", "[]", "hello", R"({"sing":{}})", R"({"run":{}})",
        R"({"run":[7]})", R"({"run":[{"id":"a"}]})",
        R"({"run":[{"base":{"dtype":"int8","sizes":[]},"chain":[]}]})",
        R"({"bye":{}} {})", R"({"bye":{},"run":[]})",
        R"({"run":[{"id":"a","base":{"dtype":"int8")"));

}  // namespace
}  // namespace viewproof
