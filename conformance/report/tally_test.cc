#include "conformance/report/tally.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "conformance/case/encode.h"
#include "conformance/case/padding.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace {

Record Failing(const std::string& id, DifferenceKind kind,
               const std::string& expected, const std::string& actual,
               const std::string& op = "slice") {
  Record record;
  record.id = id;
  record.verdict = Verdict::kFail;
  Difference& d = record.differences.emplace_back();
  d.facet = kind == DifferenceKind::kKind     ? Facet::kErrorKind
            : kind == DifferenceKind::kCopied ? Facet::kAlias
                                              : Facet::kStrides;
  d.kind = kind;
  d.step = 1;
  d.op = op;
  d.expected = expected;
  d.actual = actual;
  return record;
}

std::vector<Group> GroupsOf(const std::vector<Record>& records) {
  Tally tally(Facets::All());
  for (const Record& record : records) {
    const Vector vector = VectorOf("float32[4] | detach()", record.id);
    tally.Add(vector, record, Standing::kNewFailure);
  }
  return tally.groups.Sorted();
}

TEST(Groups, PutTheMostFrequentCauseFirst) {
  const auto groups = GroupsOf({
      Failing("slice/a", DifferenceKind::kCopied, "0", "1"),
      Failing("slice/c", DifferenceKind::kOffset, "1", "3"),
      Failing("slice/b", DifferenceKind::kOffset, "1", "3"),
  });
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].cause.difference, "offset");
  EXPECT_EQ(groups[0].count, 2);
  EXPECT_EQ(groups[0].smallest, "slice/b");
  EXPECT_EQ(HintOf(groups[0]), "");
  EXPECT_FALSE(IsLikelyTheAdapters(groups[0]));
}

TEST(Groups, SuspectBytesWhereEveryNumberIsItemsizeTimesTheExpected) {
  const auto groups = GroupsOf({
      Failing("slice/a", DifferenceKind::kStrides, "[6,1]", "[24,4]"),
      Failing("slice/b", DifferenceKind::kStrides, "[1]", "[4]"),
  });
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(HintOf(groups[0]),
            "every stride is itemsize x the expected: bytes?");
  EXPECT_TRUE(IsLikelyTheAdapters(groups[0]));
}

TEST(Groups, DoNotSuspectBytesWhereOneNumberIsSomethingElse) {
  const auto groups = GroupsOf({
      Failing("slice/a", DifferenceKind::kOffset, "6", "24"),
      Failing("slice/b", DifferenceKind::kOffset, "6", "12"),
  });
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(HintOf(groups[0]), "");
}

TEST(Groups, NameAnUnmappedErrorText) {
  const auto groups =
      GroupsOf({Failing("slice/a", DifferenceKind::kKind, "\"rank\"", "null")});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(HintOf(groups[0]), "the error's text is mapped to no kind");
}

TEST(Groups, LeaveOutWhatPassesInAnotherOrder) {
  Record record = Failing("slice/a", DifferenceKind::kOffset, "1", "3");
  record.order = true;
  EXPECT_TRUE(GroupsOf({record}).empty());
}

TEST(Tally, CountsKnownAndNotDemandedFailuresAsSkipped) {
  Tally tally(Facets::All());
  const Vector vector = VectorOf("float32[4] | detach()", "detach/a");
  Record record;
  record.id = "detach/a";
  tally.Add(vector, record, Standing::kPassed);
  tally.Add(vector, record, Standing::kKnownFailure);
  tally.Add(vector, record, Standing::kNotDemanded);
  record.reason = SkipReason::kViews;
  tally.Add(vector, record, Standing::kSkipped);
  EXPECT_EQ(tally.counts.passed, 1);
  EXPECT_EQ(tally.counts.skipped, 3);
  EXPECT_EQ(tally.executed, 3);
  EXPECT_EQ(tally.known, 1);
  EXPECT_EQ(tally.skipped.at(SkipReason::kViews), 1);
  EXPECT_EQ(tally.by_op.at("detach").skipped, 3);
}

TEST(Tally, CountsTheCasesThatEachWithoutCovers) {
  Tally tally(Facets{Facet::kStrides},
              {{"Units", {Facet::kStrides}, "bytes", 1},
               {"Offset", {Facet::kValues}, "none", 2}});
  Vector vector = VectorOf("float32[4] | detach()", "detach/a");
  Record record = Failing("detach/a", DifferenceKind::kOffset, "1", "3");
  tally.Add(vector, record, Standing::kNotDemanded);
  vector.flags = {"Offset", "Units"};
  tally.Add(vector, record, Standing::kNotDemanded);
  record.differences[0].facet = Facet::kValues;  // Not demanded by anyone.
  tally.Add(vector, record, Standing::kNotDemanded);
  record.reason = SkipReason::kViews;
  tally.Add(vector, record, Standing::kSkipped);
  ASSERT_EQ(tally.left_out.size(), 2u);
  EXPECT_EQ(tally.left_out[0].cases, 2);
  EXPECT_EQ(tally.left_out[0].differ, 1);
  EXPECT_EQ(tally.left_out[1].cases, 2);
  EXPECT_EQ(tally.left_out[1].differ, 0);
}

TEST(Groups, AreOfTheFacetsThatAreNotWaived) {
  Record record = Failing("slice/a", DifferenceKind::kOffset, "1", "3");
  record.differences.push_back(
      Failing("", DifferenceKind::kCopied, "0", "1").differences[0]);
  record.waived = {Facet::kAlias};
  const auto groups = GroupsOf({record});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].cause.difference, "offset");
  EXPECT_EQ(groups[0].cause.facets, std::vector{Facet::kStrides});
}

TEST(Record, ReadsBackAsItWasWritten) {
  Record record = Failing("slice/a", DifferenceKind::kOffset, "1", "null");
  record.differences[0].field = "offset";
  record.differences[0].output = 2;
  record.differences.push_back(record.differences[0]);
  record.differences[1].facet = Facet::kValues;
  record.differences[1].expected = "[1,{\"x\":[]}]";
  record.differences[1].actual = "{\"error\":{\"kind\":\"rank\"}}";
  record.differences[1].via = "t";
  record.waived = {Facet::kIdentity, Facet::kErrorKind};
  record.world = World::kOr;
  record.order = true;
  std::string text;
  AppendJson(record, text);
  EXPECT_NE(text.find(",\"waived\":[\"identity\",\"error_kind\"],\"diffs\""),
            std::string::npos);
  const std::string padded = text + std::string(kPadding, '\0');
  EXPECT_EQ(ReadRecord({padded.data(), text.size()}), record);
}

TEST(Record, OfADeathReadsBackAsItWasWritten) {
  Record record;
  record.id = "slice/a";
  record.verdict = Verdict::kCrash;
  record.detail = "signal 11 \"SIGSEGV\"\n";
  record.op = "slice";
  record.step = 2;
  std::string text;
  AppendJson(record, text);
  const std::string padded = text + std::string(kPadding, '\0');
  EXPECT_EQ(ReadRecord({padded.data(), text.size()}), record);
}

}  // namespace
}  // namespace viewproof
