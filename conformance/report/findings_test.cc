#include "conformance/report/findings.h"

#include <cstdint>
#include <string>
#include <tuple>

#include "conformance/case/bad_input.h"
#include "conformance/case/strings.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace findings_test {

using testing::HasSubstr;
using testing::StartsWith;

RangeReport Example() {
  RangeReport report;
  report.header.subject = FullHello();
  report.header.range = {18446744073709551615u, 100, 50, {{"generator", "ab"}}};
  report.findings = {{"view \"stride\"",
                      3,
                      120,
                      false,
                      {{"case", Quoted("f32[2]")},
                       {"steps", "[1,{\"a\":2}]"},
                       {"whole", "{\"a\":[2]}"},
                       {"yes", "true"}}},
                     {"permute size", 1, 104, true, {}}};
  report.footer.trouble.stray_deaths = {{"SIGABRT", 2}};
  report.footer.cases = {{"abstained", 4}, {"steps", 200}};
  return report;
}

std::string Path() { return testing::TempDir() + "/range.jsonl"; }

// Returns what refuses this text, as its reader says it.
std::string Refusal(const std::string& text) {
  WriteFile(Path(), text);
  try {
    ReadRange(Path());
  } catch (const BadInput& error) {
    return error.what();
  }
  return "nothing";
}

std::string Replaced(std::string text, const std::string& what,
                     const std::string& with) {
  return text.replace(text.find(what), what.size(), with);
}

TEST(RangeReport, HasOneFormAndIsReadBack) {
  const std::string text = RangeText(Example());
  EXPECT_THAT(
      text,
      StartsWith(R"({"header":{"range":{"seed":18446744073709551615,)"
                 R"("first":100,"cases":50,"digests":{"generator":"ab"}},)"
                 R"("format":3,"suite":"0.1.0",)"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "\n"
          R"({"finding":{"key":"permute size","times":1,"number":104,)"
          R"("known":true}})"
          "\n"
          R"({"finding":{"key":"view \"stride\"","times":3,"number":120,)"
          R"("known":false,"case":"f32[2]","steps":[1,{"a":2}],"whole":{"a":[2]},)"
          R"("yes":true}})"
          "\n"
          R"({"facts":{"stray_deaths":{"SIGABRT":2}}})"
          "\n"
          R"({"footer":{"run":"complete","passed":0,"failed":1,"skipped":1,)"
          R"("cases":{"abstained":4,"steps":200},"records":)"));
  WriteRange(Path(), Example());
  const RangeReport read = ReadRange(Path());
  EXPECT_EQ(read.header.range, Example().header.range);
  EXPECT_EQ(read.footer.trouble, Example().footer.trouble);
  EXPECT_EQ(RangeText(read), text);
}

TEST(RangeReport, OfAUniverseHasNoSeed) {
  RangeReport report = Example();
  report.header.range = {std::nullopt, 100, 50};
  const std::string text = RangeText(report);
  EXPECT_THAT(text, HasSubstr(R"("seed":null,"first":100)"));
  EXPECT_THAT(text, HasSubstr(R"("digests":{}})"));
  WriteRange(Path(), report);
  EXPECT_EQ(ReadRange(Path()).header.range->seed, std::nullopt);
}

TEST(RangeReport, ThatIsDamagedIsRefusedWithItsLine) {
  const std::string text = RangeText(Example());
  EXPECT_EQ(Refusal(text), "nothing");
  const std::string end = text.substr(text.rfind("{\"footer\""));
  EXPECT_THAT(Refusal(text.substr(0, text.size() - end.size())),
              HasSubstr("range.jsonl: has no footer"));
  EXPECT_THAT(Refusal(""), HasSubstr("has no footer"));
  for (const auto& [what, with] : {std::pair("\"times\":3", "\"times\":2"),
                                   {"SIGABRT\":2", "SIGABRT\":3"},
                                   {"\"first\":100", "\"first\":101"}}) {
    EXPECT_THAT(Refusal(Replaced(text, what, with)),
                HasSubstr("range.jsonl:5: field \"records\": the records are"));
  }
  EXPECT_THAT(Refusal(Replaced(text, "\"failed\":1", "\"failed\":2")),
              HasSubstr("it counts 3 records, and there are 2"));
  EXPECT_THAT(Refusal(Replaced(text, "\"format\":3", "\"format\":9")),
              HasSubstr("range.jsonl:1: field \"format\": expected 1..3"));
  EXPECT_THAT(Refusal(text + end), HasSubstr(":6: field \"line\": it follows"));
  EXPECT_THAT(Refusal(end), HasSubstr("expected the header of a report"));
  EXPECT_THAT(Refusal(Replaced(text, "\"first\":100,", "")),
              HasSubstr("field \"first\": missing"));
  for (const auto& [what, with] :
       {std::pair("\"first\":100", "\"first\":2000000000000000000"),
        {"\"cases\":50", "\"cases\":2000000000000000000"}}) {
    EXPECT_THAT(Refusal(Replaced(text, what, with)),
                HasSubstr("expected 0..1000000000000000000"));
  }
  EXPECT_THAT(Refusal(text.substr(0, text.find('\n') + 20)), HasSubstr(":2: "));
}

TEST(RangeReport, MayHoldAFindingOfACorpus) {
  RangeReport report = Example();
  report.findings[1].number = -1;
  WriteRange(Path(), report);
  EXPECT_EQ(ReadRange(Path()).findings[0].number, -1);
}

TEST(RangeReport, RefusesAFindingByItsField) {
  const std::string text = RangeText(Example());
  for (const auto& [what, with, field] :
       {std::tuple("\"times\":3,", "", "times"),
        {"\"times\":3", "\"times\":-3", "times"},
        {"\"number\":104", "\"number\":\"104\"", "number"},
        {"\"number\":104", "\"number\":-2", "number"},
        {"\"known\":true", "\"known\":1", "known"},
        {"\"yes\":true", "\"yes\":true,\"yes\":1", "yes"},
        {"\"finding\":{\"key\"", "\"found\":{\"key\"", "found"}}) {
    EXPECT_THAT(Refusal(Replaced(text, what, with)), HasSubstr(field)) << with;
  }
}

TEST(RangeReport, AndReportsOfCheckAreToldApart) {
  const std::string text = RangeText(Example());
  EXPECT_THAT(Refusal("{\"header\":{\"format\"" +
                      text.substr(text.find(":3,\"suite\""))),
              HasSubstr("range.jsonl:1: field \"range\": missing"));
  WriteFile(Path(), text);
  try {
    ReadReport(Path(), [](const Record&) {});
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("is a report of fuzz"));
  }
}

// Returns it as suite 0.1.0 wrote it: it has other names, and the digest of all
// lines above.
std::string Earlier(const std::string& counts, const std::string& done) {
  const std::string text =
      R"({"fuzz":{"version":1,"program":"viewproof fuzz","subject":{"name":"s",)"
      R"("version":"1"},"seed":7,"first":100,"cases":50,"digests":{"asked":"",)"
      R"("gate":"sha256:1","hello":"sha256:2","suite":"0.1.0 sha256:3"}}})"
      "\n"
      R"({"finding":{"key":"view","times":3,"number":120,"known":false,)"
      R"("finding":1}})"
      "\n";
  return text + R"({"end":{"done":)" + done + R"(,"counts":)" + counts +
         R"(,"sha256":")" + Digest(text) + "\"}}\n";
}

TEST(RangeReport, OfSuite010IsReadAndWrittenAsANewOne) {
  WriteFile(Path(), Earlier(R"({"judged":40,"noisy lines":2,)"
                            R"("stray deaths SIGABRT":1})",
                            "50"));
  const RangeReport report = ReadRange(Path());
  EXPECT_EQ(report.header.range,
            (CaseRange{7, 100, 50, {{"asked", ""}, {"hello", "sha256:2"}}}));
  EXPECT_EQ(report.header.suite, "0.1.0");
  EXPECT_EQ(report.header.golden, "sha256:3");
  EXPECT_EQ(report.header.gate, "s");
  EXPECT_EQ(report.header.gate_digest, "sha256:1");
  EXPECT_EQ(report.header.subject.name, "s");
  EXPECT_EQ(report.header.subject.version, "1");
  EXPECT_EQ(report.footer.cases,
            (std::map<std::string, int64_t>{{"judged", 40}}));
  EXPECT_EQ(report.footer.trouble.noisy_lines, 2);
  EXPECT_EQ(report.footer.trouble.stray_deaths.at("SIGABRT"), 1);
  ASSERT_EQ(report.findings.size(), 1);
  EXPECT_EQ(report.findings[0].key, "view");
  WriteRange(Path(), report);
  EXPECT_EQ(RangeText(ReadRange(Path())), RangeText(report));
}

TEST(RangeReport, OfSuite010IsRefusedWithItsLine) {
  const std::string text = Earlier("{}", "50");
  EXPECT_EQ(Refusal(text), "nothing");
  EXPECT_EQ(Refusal(Earlier("{}", "15")), "nothing");
  EXPECT_EQ(ReadRange(Path()).footer.why, "15 of its 50 cases were judged");
  EXPECT_THAT(Refusal(Replaced(text, "\"times\":3", "\"times\":2")),
              HasSubstr("range.jsonl:3: field \"records\""));
  EXPECT_THAT(Refusal(Replaced(text, "\"seed\":7", "\"seed\":8")),
              HasSubstr("range.jsonl:3: field \"records\""));
  EXPECT_THAT(Refusal(Replaced(text, "\"version\":1", "\"version\":2")),
              HasSubstr("range.jsonl:1: field \"version\": expected 1"));
  EXPECT_THAT(Refusal(Earlier("{}", "51")),
              HasSubstr("field \"done\": more than the cases"));
  EXPECT_THAT(Refusal(Earlier("{}", "-1")),
              HasSubstr("field \"done\": negative"));
}

}  // namespace findings_test
}  // namespace viewproof
