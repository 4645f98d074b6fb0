#include "conformance/run/merge.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/report/findings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace merge_test {

using testing::HasSubstr;

constexpr std::optional<uint64_t> kNoSeed;

// The report of a range in which every case was judged.
RangeReport RangeOf(const CaseRange& range,
                    std::vector<RangeFinding> findings = {}) {
  RangeReport report;
  report.header.subject = FullHello();
  report.header.range = range;
  report.findings = std::move(findings);
  report.footer.cases = {{"passed", range.cases}};
  return report;
}

std::string NewPath() {
  static int count = 0;
  return testing::TempDir() + "/range" + std::to_string(count++) + ".jsonl";
}

// The path of a file that holds it.
std::string Written(const RangeReport& report) {
  const std::string path = NewPath();
  WriteRange(path, report);
  return path;
}

std::string Written(const CaseRange& range,
                    std::vector<RangeFinding> findings = {}) {
  return Written(RangeOf(range, std::move(findings)));
}

// Holds what is printed, and the status; or why the reports are refused.
struct Merged {
  std::string said;
  std::optional<ExitStatus> status;
  std::string report;
};

Merged MergeOf(const std::vector<std::string>& reports) {
  std::FILE* out = std::tmpfile();
  MergeOptions options;
  options.reports = reports;
  options.report = NewPath();
  Merged merged;
  try {
    merged.status = Merge(options, out);
    merged.report = ReadFile(options.report);
    merged.said.resize(static_cast<std::size_t>(std::ftell(out)));
    std::rewind(out);
    EXPECT_EQ(std::fread(merged.said.data(), 1, merged.said.size(), out),
              merged.said.size());
  } catch (const BadInput& error) {
    merged.said = error.what();
  }
  std::fclose(out);
  return merged;
}

std::string SumOf(const std::vector<std::string>& reports) {
  return MergeOf(reports).report;
}

std::string Refusal(const std::vector<std::string>& reports) {
  const Merged merged = MergeOf(reports);
  return merged.status ? "nothing" : merged.said;
}

TEST(MergeRanges, AddsUpEachKeyAndKeepsItsFirstCase) {
  const std::string a =
      Written({1, 0, 10},
              {{"view", 2, 7, false, {{"finding", "1"}, {"x", "{\"a\":1}"}}},
               {"flip", 1, 3, true, {}}});
  const std::string b =
      Written({1, 10, 10}, {{"view", 5, 12, false, {{"finding", "1"}}},
                            {"t", 1, 11, false, {{"finding", "2"}}}});
  const std::string text = SumOf({b, a});
  EXPECT_EQ(text, SumOf({a, b}));
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
          R"({"footer":{"run":"complete","passed":0,"failed":2,"skipped":1,)"
          R"("cases":{"passed":20},)"));
}

TEST(MergeRanges, KeepsFindingsOfOtherFacetsApart) {
  const std::vector<RangeFinding> findings = {
      {"view", 1, 3, false, {{"facets", R"(["alias"])"}, {"finding", "1"}}},
      {"view", 1, 4, false, {{"facets", R"(["values"])"}, {"finding", "2"}}},
      {"view", 1, 5, true, {{"facets", R"(["values"])"}}},
      {"view",
       1,
       6,
       false,
       {{"facets", R"(["values"])"}, {"finding", "3"}, {"order", "true"}}}};
  EXPECT_EQ(SumOf({Written({1, 0, 10}, findings)}),
            RangeText(RangeOf({1, 0, 10}, findings)));
}

TEST(MergeRanges, IsTheSameHoweverItIsCut) {
  const RangeFinding finding = {"view", 1, 7, true, {}};
  const std::string whole = RangeText(RangeOf({kNoSeed, 0, 20}, {finding}));
  EXPECT_EQ(SumOf({Written({kNoSeed, 0, 20}, {finding})}), whole);
  EXPECT_EQ(
      SumOf({Written({kNoSeed, 5, 15}, {finding}), Written({kNoSeed, 0, 5})}),
      whole);
}

TEST(MergeRanges, RefusesAHoleAndAnOverlap) {
  const std::string a = Written({1, 0, 40});
  EXPECT_THAT(Refusal({a, Written({1, 45, 5})}),
              HasSubstr(": cases 40 to 44 are missing"));
  EXPECT_THAT(Refusal({a, Written({1, 30, 20})}),
              HasSubstr(": cases 30 to 39 are there twice"));
  EXPECT_THAT(Refusal({a, a}), HasSubstr(": cases 0 to 39 are there twice"));
  RangeReport early = RangeOf({1, 40, 20});
  early.footer.why = "15 of its 20 cases were judged";
  EXPECT_THAT(Refusal({a, Written(early)}),
              HasSubstr(": 15 of its 20 cases were judged"));
}

// The part of shard k of 2 that has these numbers.
std::string PartOf(int64_t shard, int64_t first, int64_t cases) {
  RangeReport report =
      RangeOf({kNoSeed, first, cases}, {{"view", 1, first + shard, true, {}}});
  report.header.plan.shard = shard;
  report.header.plan.shards = 2;
  report.footer.cases = {{"passed", cases / 2}};
  return Written(report);
}

TEST(MergeRanges, AddsUpShardsEachOfTheSameNumbers) {
  const std::string text =
      SumOf({PartOf(2, 0, 20), PartOf(1, 10, 10), PartOf(1, 0, 10)});
  EXPECT_EQ(text,
            RangeText(RangeOf({kNoSeed, 0, 20}, {{"view", 3, 1, true, {}}})));
  EXPECT_EQ(Refusal({PartOf(1, 0, 20)}), "shard 2 of 2 is missing");
  EXPECT_EQ(Refusal({PartOf(2, 0, 20)}), "shard 1 of 2 is missing");
  EXPECT_EQ(Refusal({PartOf(1, 0, 20), PartOf(2, 0, 10)}),
            "cases 10 to 19 of shard 2 are missing");
  EXPECT_THAT(Refusal({PartOf(1, 0, 20), PartOf(2, 10, 10)}),
              HasSubstr(": cases 0 to 9 are missing"));
  EXPECT_THAT(Refusal({PartOf(1, 0, 20), PartOf(2, 0, 20), PartOf(2, 0, 20)}),
              HasSubstr(": cases 0 to 19 are there twice"));
}

TEST(MergeRanges, RefusesWhatIsOfAnotherRun) {
  const std::string good = Written({1, 0, 10});
  EXPECT_EQ(Refusal({good}), "nothing");
  const auto refused = [&good](const RangeReport& other) {
    const std::string path = Written(other);
    EXPECT_EQ(Refusal({good, path}),
              path + ": is not of the run that " + good + " is a part of");
  };
  using Change = void (*)(ReportHeader&);
  for (const Change change : std::initializer_list<Change>{
           [](ReportHeader& h) { h.subject.version = "2"; },
           [](ReportHeader& h) { h.subject.batch = 2; },
           [](ReportHeader& h) { h.suite = "0.2.0"; },
           [](ReportHeader& h) { h.golden = "sha256:1"; },
           [](ReportHeader& h) { h.gate_digest = "sha256:1"; },
           [](ReportHeader& h) { h.plan.profiles = {Profile::kCore}; },
           [](ReportHeader& h) { h.range->digests["generator"] = "2"; },
           [](ReportHeader& h) { h.range->seed = 2; },
           [](ReportHeader& h) { h.range->seed.reset(); },
           [](ReportHeader& h) { h.range.reset(); }}) {
    RangeReport other = RangeOf({1, 10, 10});
    change(other.header);
    refused(other);
  }
  EXPECT_THAT(Refusal({good, good + "x"}), HasSubstr(good + "x"));
}

TEST(MergeRanges, RefusesAReportThatWasChanged) {
  const std::string path = Written({1, 0, 10}, {{"view", 1, 7, false, {}}});
  const std::string text = ReadFile(path);
  const std::size_t finding = text.find("{\"finding\"");
  std::string less = text;
  less.erase(finding, text.find('\n', finding) + 1 - finding);
  for (const std::string& bad :
       {less, text.substr(0, finding), std::string(), text + text}) {
    WriteFile(path, bad);
    EXPECT_NE(Refusal({path}), "nothing") << bad;
  }
}

TEST(MergeRanges, IsRedOnANewFindingAndOnWhatTheSubjectDidBesides) {
  const std::string good = Written({1, 0, 10}, {{"flip", 1, 3, true, {}}});
  EXPECT_THAT(MergeOf({good}).said, HasSubstr("nothing new in 10 cases"));
  EXPECT_EQ(MergeOf({good}).status, kGreen);
  const std::string found =
      Written({1, 10, 10}, {{"view", 2, 12, false, {{"finding", "1"}}}});
  const Merged both = MergeOf({good, found});
  EXPECT_EQ(both.status, kRed);
  EXPECT_THAT(both.said, HasSubstr("#1 view: 2 of case 12 and later\n"));
  EXPECT_THAT(both.said, HasSubstr("RED full 1: "));
  RangeReport died = RangeOf({1, 10, 10});
  died.footer.trouble.stray_deaths = {{"SIGABRT", 1}};
  EXPECT_EQ(MergeOf({good, Written(died)}).status, kRed);
  EXPECT_THAT(MergeOf({good, Written(died)}).said, HasSubstr("SIGABRT"));
  RangeReport empty = RangeOf({1, 10, 10});
  empty.footer.cases["passed"] = 0;
  EXPECT_EQ(MergeOf({Written(empty)}).status, kRed);
  EXPECT_THAT(MergeOf({Written(empty)}).said,
              HasSubstr("nothing was executed"));
}

}  // namespace merge_test
}  // namespace viewproof
