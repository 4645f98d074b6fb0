#include "conformance/report/range_report.h"

#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/case/strings.h"
#include "conformance/golden_file/file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace range_report_test {

using testing::HasSubstr;

RangeReport Example() {
  RangeReport report;
  report.header = {"long_run", "libtorch", "2.13.0", {{"generator", "ab"}}, {}};
  report.header.range = {18446744073709551615u, 100, 50};
  report.findings = {{"view \"stride\"",
                      3,
                      120,
                      false,
                      {{"case", Quoted("f32[2]")},
                       {"steps", "[1,{\"a\":2}]"},
                       {"whole", "{\"a\":[2]}"},
                       {"yes", "true"}}},
                     {"permute size", 1, 104, true, {}}};
  report.done = 50;
  report.counts = {{"abstained", 4}, {"steps", 200}};
  return report;
}

std::string Path() { return testing::TempDir() + "/range.jsonl"; }

// What refuses this text, as its reader says it.
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
      testing::StartsWith(
          R"({"fuzz":{"version":1,"program":"long_run","subject":)"
          R"({"name":"libtorch","version":"2.13.0"},"seed":)"
          R"(18446744073709551615,"first":100,"cases":50,"digests":)"
          R"({"generator":"ab"}}})"
          "\n"
          R"({"finding":{"key":"permute size","times":1,"number":104,)"
          R"("known":true}})"
          "\n"
          R"({"finding":{"key":"view \"stride\"","times":3,"number":120,)"
          R"("known":false,"case":"f32[2]","steps":[1,{"a":2}],"whole":{"a":[2]},)"
          R"("yes":true}})"
          "\n"
          R"({"end":{"done":50,"counts":{"abstained":4,"steps":200},"sha256":)"));
  WriteRange(Path(), Example());
  const RangeReport read = ReadRange(Path());
  EXPECT_TRUE(read.header.IsOfOneCampaign(Example().header));
  EXPECT_EQ(read.header.range, Example().header.range);
  EXPECT_EQ(RangeText(read), text);
}

TEST(RangeReport, OfAUniverseHasNoSeed) {
  RangeReport report = Example();
  report.header.range.seed.reset();
  report.header.digests.clear();
  const std::string text = RangeText(report);
  EXPECT_THAT(text, HasSubstr(R"("seed":null,"first":100)"));
  EXPECT_THAT(text, HasSubstr(R"("digests":{}})"));
  WriteRange(Path(), report);
  EXPECT_EQ(ReadRange(Path()).header.range.seed, std::nullopt);
}

TEST(RangeReport, ThatIsDamagedIsRefusedWithItsLine) {
  const std::string text = RangeText(Example());
  EXPECT_EQ(Refusal(text), "nothing");
  const std::string end = text.substr(text.rfind("{\"end\""));
  EXPECT_THAT(Refusal(text.substr(0, text.size() - end.size())),
              HasSubstr("range.jsonl: has no last line"));
  EXPECT_THAT(Refusal(""), HasSubstr("has no last line"));
  EXPECT_THAT(
      Refusal(Replaced(text, "\"times\":3", "\"times\":2")),
      HasSubstr("range.jsonl:4: field \"sha256\": the lines above were"));
  EXPECT_THAT(Refusal(Replaced(text, "\"version\":1", "\"version\":2")),
              HasSubstr("range.jsonl:1: field \"version\": expected 1"));
  EXPECT_THAT(Refusal(text + end),
              HasSubstr(":5: field \"end\": stands after"));
  EXPECT_THAT(Refusal(end), HasSubstr("expected \"fuzz\" in the first line"));
  EXPECT_THAT(Refusal(Replaced(text, "\"first\":100,", "")),
              HasSubstr("field \"first\": missing"));
  EXPECT_THAT(Refusal(text.substr(0, text.find('\n') + 20)), HasSubstr(":2: "));
  EXPECT_THAT(Refusal(Replaced(text, "\"done\":50", "\"done\":51")),
              HasSubstr("field \"done\": more than the cases"));
  EXPECT_THAT(Refusal(Replaced(text, "\"done\":50", "\"done\":-1")),
              HasSubstr("field \"done\": negative"));
}

}  // namespace range_report_test
}  // namespace viewproof
