#include "fuzz/campaign.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace campaign_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::optional<uint64_t> kNoSeed;

// Writes a report of a range and returns its path.
std::string Report(const CaseRange& range,
                   std::vector<RangeFinding> findings = {},
                   std::optional<int64_t> done = std::nullopt,
                   const std::string& version = "1") {
  static int count = 0;
  const std::string path =
      testing::TempDir() + "/range" + std::to_string(count++) + ".jsonl";
  RangeReport report;
  report.header = {"p", "s", version, {{"generator", "g"}}, range};
  report.findings = std::move(findings);
  report.done = done.value_or(range.cases);
  report.counts = {{"steps", 2 * report.done}};
  WriteRange(path, report);
  return path;
}

std::string Refusal(const std::vector<CaseRange>& plan,
                    const std::vector<std::string>& paths) {
  try {
    MergeRanges(plan, paths);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "nothing";
}

TEST(Campaign, AddsUpEachKeyAndKeepsItsFirstCase) {
  const std::string a = Report(
      {1, 0, 10},
      {{"view", 2, 7, false, {{"x", "{\"a\":1}"}}}, {"flip", 1, 3, true, {}}});
  const std::string b = Report({1, 10, 10}, {{"view", 5, 12, false, {}}});
  const std::string c = Report({2, 0, 20}, {{"view", 1, 0, false, {}}});
  const Campaign campaign = MergeRanges({{2, 0, 20}, {1, 0, 20}}, {c, b, a});
  EXPECT_EQ(campaign.done, 40);
  EXPECT_EQ(campaign.counts.at("steps"), 80);
  const std::string text = CampaignText(campaign);
  EXPECT_THAT(
      text,
      HasSubstr(
          R"("plan":[{"seed":1,"first":0,"cases":20},{"seed":2,"first":0,)"
          R"("cases":20}]}})"
          "\n"
          R"({"known":{"seed":1,"key":"flip","times":1,"number":3}})"
          "\n"
          R"({"finding":{"seed":1,"key":"view","times":8,"number":7,"x":{"a":1}}})"
          "\n"
          R"({"end":{"done":40,"findings":1,"known":1,"holes":0,"overlaps":0,)"
          R"("counts":{"steps":80},"sha256":")"));
  EXPECT_EQ(CampaignText(MergeRanges({{1, 0, 20}, {2, 0, 20}}, {a, b, c})),
            text);
  const CampaignVerdict verdict = JudgeCampaign(text);
  EXPECT_FALSE(verdict.is_clean);
  EXPECT_THAT(verdict.summary, HasSubstr(R"("key":"view","times":8)"));
  EXPECT_THAT(verdict.summary, Not(HasSubstr("flip")));
  EXPECT_THAT(verdict.summary,
              HasSubstr("2 findings (1 known), 0 holes, 0 overlaps\n"));
}

TEST(Campaign, IsTheSameHoweverItIsCut) {
  const RangeFinding finding = {"view", 1, 7, true, {}};
  const std::string whole = CampaignText(
      MergeRanges({{kNoSeed, 0, 20}}, {Report({kNoSeed, 0, 20}, {finding})}));
  EXPECT_EQ(CampaignText(MergeRanges({{kNoSeed, 0, 20}},
                                     {Report({kNoSeed, 5, 15}, {finding}),
                                      Report({kNoSeed, 0, 5})})),
            whole);
  EXPECT_TRUE(JudgeCampaign(whole).is_clean);
}

TEST(Campaign, NamesHolesAndOverlaps) {
  const std::vector<CaseRange> plan = {{1, 0, 100}};
  const auto merged = [&plan](const std::vector<std::string>& paths) {
    return MergeRanges(plan, paths);
  };
  const Campaign none = merged({});
  EXPECT_THAT(none.holes, ElementsAre(CaseRange{1, 0, 100}));
  EXPECT_FALSE(JudgeCampaign(CampaignText(none)).is_clean);

  // The second stopped early, the last is missing.
  const Campaign holes =
      merged({Report({1, 0, 40}), Report({1, 40, 20}, {}, 15),
              Report({1, 60, 10}, {}, 0), Report({1, 70, 20})});
  EXPECT_THAT(holes.holes,
              ElementsAre(CaseRange{1, 55, 15}, CaseRange{1, 90, 10}));
  EXPECT_THAT(holes.overlaps, IsEmpty());
  EXPECT_FALSE(JudgeCampaign(CampaignText(holes)).is_clean);

  const Campaign twice = merged({Report({1, 0, 60}), Report({1, 0, 60}),
                                 Report({1, 50, 50}), Report({1, 10, 5})});
  EXPECT_THAT(twice.holes, IsEmpty());
  EXPECT_THAT(twice.overlaps,
              ElementsAre(CaseRange{1, 0, 60}, CaseRange{1, 10, 5},
                          CaseRange{1, 50, 10}));
  const CampaignVerdict verdict = JudgeCampaign(CampaignText(twice));
  EXPECT_FALSE(verdict.is_clean);
  EXPECT_THAT(verdict.summary,
              HasSubstr(R"({"overlap":{"seed":1,"first":50,"cases":10}})"));
}

TEST(Campaign, RefusesWhatIsNotOfIt) {
  const std::string good = Report({1, 0, 10});
  EXPECT_EQ(Refusal({{1, 0, 10}}, {good}), "nothing");
  EXPECT_THAT(Refusal({{1, 0, 10}}, {good, Report({1, 0, 10}, {}, 10, "2")}),
              HasSubstr("is of another campaign than " + good));
  EXPECT_THAT(Refusal({{1, 0, 9}}, {good}),
              HasSubstr(good + R"(: {"seed":1,"first":0,"cases":10} is out)"));
  EXPECT_THAT(Refusal({{kNoSeed, 0, 10}}, {good}), HasSubstr("outside"));
  EXPECT_THAT(Refusal({{1, 0, 10}, {1, 9, 10}}, {}),
              HasSubstr("the plan overlaps itself"));
  EXPECT_THAT(Refusal({{1, 0, 10}}, {good + "x"}), HasSubstr(good + "x"));
}

TEST(Campaign, IsNotJudgedIfItsReportWasChanged) {
  const std::string text =
      CampaignText(MergeRanges({{1, 0, 10}}, {Report({1, 0, 9})}));
  const std::size_t hole = text.find("{\"hole\"");
  ASSERT_NE(hole, std::string::npos);
  std::string less = text;
  less.erase(hole, text.find('\n', hole) + 1 - hole);
  for (const std::string& bad :
       {less, text.substr(0, hole), std::string(), text + text}) {
    EXPECT_THROW(JudgeCampaign(bad), BadInput) << bad;
  }
}

TEST(ParseRange, TakesSeedFirstAndCases) {
  EXPECT_EQ(ParseRange("7:5:20"), (CaseRange{7, 5, 20}));
  EXPECT_EQ(ParseRange("-:0:1"), (CaseRange{kNoSeed, 0, 1}));
  for (const char* bad : {"", "7", "7:5", "7:5:", "7:5:0", "7:-5:1", ":5:1",
                          "x:5:1", "7:5:1:1", "7:1:9223372036854775807"}) {
    EXPECT_THROW(ParseRange(bad), BadInput) << bad;
  }
}

}  // namespace campaign_test
}  // namespace viewproof
