#include "fuzz/hunt/merge_ranges.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "fuzz/hunt/fuzz_report.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace merge_ranges_test {

using testing::HasSubstr;

constexpr std::optional<uint64_t> kNoSeed;

RangeReport Report(const CaseRange& range,
                   std::vector<RangeFinding> findings = {}) {
  RangeReport report;
  report.header = {"p", "s", "1", {{"generator", "g"}, {"suite", "2"}}, range};
  report.findings = std::move(findings);
  report.done = range.cases;
  report.counts = {{"judged", report.done}};
  return report;
}

// The path of a file that holds it.
std::string Written(const RangeReport& report) {
  static int count = 0;
  const std::string path =
      testing::TempDir() + "/range" + std::to_string(count++) + ".jsonl";
  WriteRange(path, report);
  return path;
}

std::string Written(const CaseRange& range,
                    std::vector<RangeFinding> findings = {}) {
  return Written(Report(range, std::move(findings)));
}

std::string Refusal(const std::vector<std::string>& paths) {
  try {
    AddRanges(paths);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "nothing";
}

TEST(AddRanges, AddsUpEachKeyAndKeepsItsFirstCase) {
  const std::string a =
      Written({1, 0, 10},
              {{"view", 2, 7, false, {{"finding", "1"}, {"x", "{\"a\":1}"}}},
               {"flip", 1, 3, true, {}}});
  const std::string b =
      Written({1, 10, 10}, {{"view", 5, 12, false, {{"finding", "1"}}},
                            {"t", 1, 11, false, {{"finding", "2"}}}});
  const std::string text = RangeText(AddRanges({b, a}));
  EXPECT_EQ(text, RangeText(AddRanges({a, b})));
  EXPECT_THAT(text, HasSubstr(R"("seed":1,"first":0,"cases":20,)"));
  EXPECT_THAT(
      text,
      HasSubstr(
          R"({"finding":{"key":"flip","times":1,"number":3,"known":true}})"
          "\n"
          R"({"finding":{"key":"view","times":7,"number":7,"known":false,)"
          R"("finding":1,"x":{"a":1}}})"
          "\n"
          R"({"finding":{"key":"t","times":1,"number":11,"known":false,)"
          R"("finding":2}})"
          "\n"
          R"({"end":{"done":20,"counts":{"judged":20},)"));
}

TEST(AddRanges, KeepsFindingsOfOtherFacetsApart) {
  const std::vector<RangeFinding> findings = {
      {"view", 1, 3, false, {{"facets", R"(["alias"])"}, {"finding", "1"}}},
      {"view", 1, 4, false, {{"facets", R"(["values"])"}, {"finding", "2"}}},
      {"view", 1, 5, true, {{"facets", R"(["values"])"}}},
      {"view",
       1,
       6,
       false,
       {{"facets", R"(["values"])"}, {"finding", "3"}, {"order", "true"}}}};
  EXPECT_EQ(RangeText(AddRanges({Written({1, 0, 10}, findings)})),
            RangeText(Report({1, 0, 10}, findings)));
}

TEST(AddRanges, IsTheSameHoweverItIsCut) {
  const RangeFinding finding = {"view", 1, 7, true, {}};
  const std::string whole =
      RangeText(AddRanges({Written({kNoSeed, 0, 20}, {finding})}));
  EXPECT_EQ(RangeText(AddRanges({Written({kNoSeed, 5, 15}, {finding}),
                                 Written({kNoSeed, 0, 5})})),
            whole);
  EXPECT_EQ(RangeText(Report({kNoSeed, 0, 20}, {finding})), whole);
}

TEST(AddRanges, RefusesAHoleAndAnOverlap) {
  const std::string a = Written({1, 0, 40});
  EXPECT_THAT(Refusal({a, Written({1, 45, 5})}),
              HasSubstr(": cases 40 to 44 are missing"));
  EXPECT_THAT(Refusal({a, Written({1, 30, 20})}),
              HasSubstr(": cases 30 to 39 are there twice"));
  EXPECT_THAT(Refusal({a, a}), HasSubstr(": cases 0 to 39 are there twice"));
  RangeReport early = Report({1, 40, 20});
  early.done = 15;
  EXPECT_THAT(Refusal({a, Written(early)}),
              HasSubstr(": 15 of its 20 cases were judged"));
}

TEST(AddRanges, RefusesWhatIsOfAnotherRun) {
  const std::string good = Written({1, 0, 10});
  EXPECT_EQ(Refusal({good}), "nothing");
  const auto refused = [&good](const RangeReport& other) {
    const std::string path = Written(other);
    EXPECT_EQ(Refusal({good, path}),
              path + ": is not of the run that " + good + " is a part of");
  };
  const RangeReport next = Report({1, 10, 10});
  RangeReport other = next;
  other.header.version = "2";
  refused(other);
  for (const char* digest : {"generator", "suite", "hello"}) {
    other = next;
    other.header.digests[digest] = "another";
    refused(other);
  }
  refused(Report({2, 10, 10}));
  refused(Report({kNoSeed, 10, 10}));
  EXPECT_THAT(Refusal({good, good + "x"}), HasSubstr(good + "x"));
}

TEST(AddRanges, RefusesAReportThatWasChanged) {
  const std::string path = Written({1, 0, 10}, {{"view", 1, 7, false, {}}});
  const std::string text = ReadFile(path);
  const std::size_t finding = text.find("{\"finding\"");
  std::string less = text;
  less.erase(finding, text.find('\n', finding) + 1 - finding);
  for (const std::string& bad :
       {less, text.substr(0, finding), std::string(), text + text}) {
    WriteFile(path, bad);
    EXPECT_THROW(AddRanges({path}), BadInput) << bad;
  }
}

// The status, and what is printed.
std::string Said(const std::vector<std::string>& reports, ExitStatus due) {
  std::FILE* out = std::tmpfile();
  MergeOptions options;
  options.reports = reports;
  EXPECT_EQ(MergeRanges(options, out), due);
  std::string text(static_cast<std::size_t>(std::ftell(out)), '\0');
  std::rewind(out);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), out), text.size());
  std::fclose(out);
  return text;
}

TEST(MergeRanges, IsRedOnANewFindingAndOnWhatTheSubjectDidBesides) {
  const std::string good = Written({1, 0, 10}, {{"flip", 1, 3, true, {}}});
  EXPECT_THAT(Said({good}, kGreen), HasSubstr("no finding in 10 cases"));
  const std::string found =
      Written({1, 10, 10}, {{"view", 2, 12, false, {{"finding", "1"}}}});
  const std::string said = Said({good, found}, kRed);
  EXPECT_THAT(said, HasSubstr("#1 view: 2 of case 12 and later\n"));
  EXPECT_THAT(said, HasSubstr("RED: "));
  RangeReport died = Report({1, 10, 10});
  died.counts[std::string(kStrayDeaths) + "SIGABRT"] = 1;
  EXPECT_THAT(Said({good, Written(died)}, kRed), HasSubstr("SIGABRT"));
  RangeReport empty = Report({1, 10, 10});
  empty.counts["judged"] = 0;
  EXPECT_THAT(Said({Written(empty)}, kRed), HasSubstr("nothing was executed"));
}

}  // namespace merge_ranges_test
}  // namespace viewproof
