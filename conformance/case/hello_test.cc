#include "conformance/case/hello.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/testing.h"

namespace viewproof {
namespace hello_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view kHello =
    R"({"hello":{"protocol":1,"subject":{"name":"acme","version":"3.2"},)"
    R"("ops":["view","read","expand"],"dtypes":["float32","int64"],)"
    R"("facets":["values","strides"]}})";

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
  hello.copies = {"expand"};
  hello.after_error = false;
  hello.index_range = false;
  hello.rebinds = true;
  hello.borrowed = {"t"};
  hello.ints = 32;
  hello.answers_batch = true;
  hello.max_rank = 8;
  hello.batch = 3;
  hello.case_seconds = 0.25;
  hello.forms = {CaseForm::kDigest, CaseForm::kIndexTensors};
  hello.left_out = {"mT", "reshape(copy=)"};
  std::string line;
  AppendJson(hello, line);
  EXPECT_EQ(ReadHello(line), hello);
  hello.copies.clear();
  hello.views = false;
  line.clear();
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
        Bad{R"("float32","int64")", "", "field \"dtypes\": is empty"},
        Bad{R"("strides")", R"("taste")", "unknown facet \"taste\""},
        Bad{R"("strides")", R"("strides","exact")",
            "\"exact\" without \"alias\""},
        Bad{R"("dtypes")", R"("colour":1,"dtypes")",
            "field \"colour\": unknown"},
        Bad{R"("dtypes")", R"("protocol":1,"dtypes")",
            "field \"protocol\": given twice"},
        Bad{R"("dtypes")", R"("views":1,"dtypes")",
            "field \"views\": expected true or false"},
        Bad{R"("dtypes")", R"("copies":["read"],"dtypes")",
            "field \"copies\": \"read\" gives no view"},
        Bad{R"("dtypes")", R"("copies":["view"],"views":false,"dtypes")",
            "field \"copies\": given beside \"views\":false"},
        Bad{R"("dtypes")", R"("borrowed":["view"],"dtypes")",
            "field \"borrowed\": \"view\" is among \"ops\" too"},
        Bad{R"("ops":["view","read","expand"])",
            R"("ops":["view","read"],"borrowed":["read"])",
            "field \"borrowed\": \"read\" is"},
        Bad{R"("dtypes")", R"("writes":"copy","dtypes")",
            "field \"writes\": expected \"in_place\" or \"rebind\""},
        Bad{R"("dtypes")", R"("ints":16,"dtypes")",
            "field \"ints\": expected 32, 53 or 64"},
        Bad{R"("strides")",
            R"("strides","identity"],"observes":"last","forms":[)",
            "field \"facets\": \"identity\", but only"},
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

TEST(Hello, TakesAndTellsTheFieldsOfAnEarlierVersion) {
  const Hello plain = ReadHello(kHello);
  EXPECT_THAT(RetiredFields(kHello), IsEmpty());
  std::string line(kHello);
  line.insert(line.find("\"dtypes\""), "\"wide_int\":false,\"snippets\":true,");
  Hello hello = ReadHello(line);
  EXPECT_EQ(hello.ints, 53);
  EXPECT_THAT(RetiredFields(line), ElementsAre(HasSubstr("\"snippets\""),
                                               HasSubstr("\"wide_int\"")));
  hello.ints = plain.ints;
  EXPECT_EQ(hello, plain);
  std::string written;
  AppendJson(hello, written);
  EXPECT_THAT(RetiredFields(written), IsEmpty());
  EXPECT_THAT(written, Not(HasSubstr("snippets")));
}

}  // namespace hello_test
}  // namespace viewproof
