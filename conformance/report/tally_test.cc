#include "conformance/report/tally.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "conformance/case/encode.h"
#include "conformance/case/padding.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace tally_test {

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
  EXPECT_EQ(CountsOf(tally.all), (Counts{1, 0, 3}));
  EXPECT_EQ(tally.all.executed(), 3);
  EXPECT_EQ(tally.reasons.at(SkipReason::kViews), 1);
  for (const Cell& cell : {tally.by_op.at("detach"), tally.all}) {
    EXPECT_EQ(cell.passed, 1);
    EXPECT_EQ(cell.skipped, 1);
    EXPECT_EQ(cell.known, 1);
    EXPECT_EQ(cell.others, 1);
  }
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
  record.differences[0].facet = Facet::kValues;  // Nobody demands it.
  tally.Add(vector, record, Standing::kNotDemanded);
  record.reason = SkipReason::kViews;
  tally.Add(vector, record, Standing::kSkipped);
  ASSERT_EQ(tally.left_out.size(), 2u);
  EXPECT_EQ(tally.left_out[0].cases, 2);
  EXPECT_EQ(tally.left_out[0].differ, 1);
  EXPECT_EQ(tally.left_out[1].cases, 2);
  EXPECT_EQ(tally.left_out[1].differ, 0);
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
  record.differences[1].relation = Relation::kRowMajor;
  record.differences[1].outside = true;
  record.differences[1].blamed = 2;
  Output output;
  output.dtype = DType::kFloat32;
  output.sizes = {2, kNotAnInteger};
  output.offset = kNotAnInteger;
  output.values = Values{Form::kNumber, {{1}, {2}}};
  record.answers = {
      {1, std::vector<Output>{output}, {{0, 65, "0000001f"}}},
      {2, ErrorReply{.kind = {}, .rule = {}, .message = "no"}, {}},
      {3, true, {}}};
  record.steps = 2;
  record.elements = 12;
  record.message = "no \"such\" axis";
  record.misspelt = true;
  record.world = {.chose_copy = true};
  record.order = true;
  std::string text;
  AppendJson(record, text);
  EXPECT_NE(text.find(",\"waived\":[\"identity\",\"error_kind\"],\"steps\":2,"),
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
  record.steps = 3;
  record.elements = 4;
  std::string text;
  AppendJson(record, text);
  const std::string padded = text + std::string(kPadding, '\0');
  EXPECT_EQ(ReadRecord({padded.data(), text.size()}), record);
}

}  // namespace tally_test
}  // namespace viewproof
