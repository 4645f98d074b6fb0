#include "conformance/report/diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/report/report.h"

namespace viewproof {
namespace diff_test {

using testing::HasSubstr;

Record Passing(const std::string& id) {
  Record record;
  record.id = id;
  return record;
}

Record Failing(const std::string& id, const std::string& actual = "3",
               DifferenceKind kind = DifferenceKind::kOffset) {
  Record record = Passing(id);
  record.verdict = Verdict::kFail;
  record.differences = {{.facet = Facet::kStrides,
                         .step = 1,
                         .kind = kind,
                         .field = "offset",
                         .expected = "1",
                         .actual = actual,
                         .op = "slice",
                         .via = ""}};
  return record;
}

Record Skipped(const std::string& id) {
  Record record = Passing(id);
  record.verdict = Verdict::kSkip;
  record.reason = SkipReason::kOp;
  return record;
}

Record Crashing(const std::string& id) {
  Record record = Passing(id);
  record.verdict = Verdict::kCrash;
  record.op = "slice";
  record.step = 1;
  record.detail = "signal 11";
  return record;
}

std::string Written(const std::vector<Record>& records,
                    const std::string& golden = "sha256:1") {
  const std::string path = MakeFolder() + "/report.jsonl";
  ReportHeader header;
  header.golden = golden;
  header.gate = "acme";
  header.subject = FullHello();
  header.facets = Facets::All();
  ReportWriter writer(path, header);
  Counts counts;
  for (const Record& record : records) {
    writer.Add(record);
    ++(record.verdict == Verdict::kPass ? counts.passed : counts.failed);
  }
  writer.Finish({"", counts, {}, {"slice offset strides fail"}});
  return path;
}

ReportDiff DiffOf(const std::vector<Record>& before,
                  const std::vector<Record>& after) {
  return DiffReports(Written(before), Written(after));
}

// The only group that these two records make.
ChangeGroup GroupOf(const std::vector<Record>& before,
                    const std::vector<Record>& after) {
  const ReportDiff diff = DiffOf(before, after);
  EXPECT_EQ(diff.groups.size(), 1u);
  return diff.groups.at(0);
}

struct Transition {
  std::string name;
  std::vector<Record> before;
  std::vector<Record> after;
  Change change;
  std::string sentence;
  std::string code;
};

void PrintTo(const Transition& transition, std::ostream* os) {
  *os << transition.name;
}

class Changes : public testing::TestWithParam<Transition> {};

TEST_P(Changes, AreToldByVerdictAndDifferences) {
  const Transition& expected = GetParam();
  const ChangeGroup group = GroupOf(expected.before, expected.after);
  EXPECT_EQ(Name(group.change), Name(expected.change));
  EXPECT_EQ(group.sentence, expected.sentence);
  EXPECT_EQ(group.code, expected.code);
  EXPECT_EQ(group.cases.size(), 1u);
}

const std::string kId = "slice/a";

INSTANTIATE_TEST_SUITE_P(
    All, Changes,
    testing::Values(
        Transition{"PassToFail",
                   {Passing(kId)},
                   {Failing(kId)},
                   Change::kNewFailure,
                   "slice gives a wrong offset",
                   "offset in strides"},
        Transition{"PassToCrash",
                   {Passing(kId)},
                   {Crashing(kId)},
                   Change::kNewFailure,
                   "slice dies: signal 11",
                   "crash"},
        Transition{"SkipToFail",
                   {Skipped(kId)},
                   {Failing(kId)},
                   Change::kNewFailure,
                   "slice gives a wrong offset",
                   "offset in strides"},
        Transition{"AbsentToFail",
                   {},
                   {Failing(kId)},
                   Change::kNewFailure,
                   "slice gives a wrong offset",
                   "offset in strides"},
        Transition{"FailToPass",
                   {Failing(kId)},
                   {Passing(kId)},
                   Change::kFixed,
                   "slice gives a wrong offset",
                   "offset in strides"},
        Transition{"FailToFailOfAnotherNumber",
                   {Failing(kId, "3")},
                   {Failing(kId, "4")},
                   Change::kChanged,
                   "slice gives a wrong offset, not the same as before",
                   "offset in strides"},
        Transition{"FailToFailOfAnotherKind",
                   {Failing(kId)},
                   {Failing(kId, "[2]", DifferenceKind::kStrides)},
                   Change::kChanged,
                   "slice gives a wrong offset; now slice gives wrong strides",
                   "offset in strides -> strides in strides"},
        Transition{"FailToCrash",
                   {Failing(kId)},
                   {Crashing(kId)},
                   Change::kChanged,
                   "slice gives a wrong offset; now slice dies: signal 11",
                   "offset in strides -> crash"},
        Transition{"AbsentToPass",
                   {},
                   {Passing(kId)},
                   Change::kAdded,
                   "slice: in no vector of that run",
                   ""},
        Transition{"SkipToPass",
                   {Skipped(kId)},
                   {Passing(kId)},
                   Change::kAdded,
                   "slice: not asked, since it needs an op that is neither in "
                   "`ops` nor in `borrowed`",
                   ""},
        Transition{"PassToAbsent",
                   {Passing(kId)},
                   {},
                   Change::kRemoved,
                   "slice: in no vector of that run",
                   ""},
        Transition{"FailToSkip",
                   {Failing(kId)},
                   {Skipped(kId)},
                   Change::kRemoved,
                   "slice: not asked, since it needs an op that is neither in "
                   "`ops` nor in `borrowed`",
                   ""}),
    [](const auto& info) { return info.param.name; });

Record Waiving(Record record) {
  record.waived = {Facet::kStrides};
  return record;
}

TEST(Diff, ComparesWhatDiffersAndNotWhatExplainsIt) {
  Record explained = Failing("slice/a");
  explained.differences[0].relation = Relation::kTimesItemSize;
  explained.differences[0].outside = true;
  explained.steps = 3;
  EXPECT_TRUE(DiffOf({Failing("slice/a")}, {explained}).groups.empty());
}

TEST(Diff, ComparesNoFacetThatEitherReportWaives) {
  const std::vector<Record> failing = {Failing("slice/a")};
  for (const Record& other :
       {Passing("slice/a"), Failing("slice/a"), Failing("slice/a", "4")}) {
    EXPECT_TRUE(DiffOf(failing, {Waiving(other)}).groups.empty());
    EXPECT_TRUE(DiffOf({Waiving(other)}, failing).groups.empty());
  }
  EXPECT_EQ(
      GroupOf({Waiving(Failing("slice/a"))}, {Crashing("slice/a")}).change,
      Change::kNewFailure);
  Record values = Waiving(Failing("slice/a"));
  values.differences[0].facet = Facet::kValues;
  EXPECT_EQ(GroupOf(failing, {values}).code, "offset in values");
}

TEST(Diff, SaysWhyCheckCountsOtherNewFailures) {
  Record known = Failing("slice/b");
  known.known = true;
  Record allowed = Failing("slice/c");
  allowed.known = true;
  const ReportDiff diff = DiffOf(
      {Passing("slice/a"), known, Passing("slice/c"), Failing("slice/d")},
      {Failing("slice/a"), Failing("slice/b", "4"), allowed,
       Failing("slice/d")});
  EXPECT_EQ(diff.Count(Change::kNewFailure), 2);
  EXPECT_EQ(
      AccountOf(diff),
      "the new run counts 3 new failures by its gate file: 1 did not fail "
      "before, 1 failed before in another way, 1 failed before in the "
      "same way; 1 of the 2 here is known to it, or not demanded");
  EXPECT_EQ(AccountOf(DiffOf({Passing("slice/a")}, {Failing("slice/a")})), "");
}

TEST(Diff, SeesNoChangeInWhatLiesOutsideOfAStorage) {
  Record before = Failing("slice/a", "[1]", DifferenceKind::kValues);
  before.differences[0].facet = Facet::kValues;
  before.differences[0].outside = true;
  Record after = before;
  after.differences[0].actual = "[2]";
  EXPECT_TRUE(DiffOf({before}, {after}).groups.empty());
  before.differences[0].outside = after.differences[0].outside = false;
  EXPECT_EQ(GroupOf({before}, {after}).change, Change::kChanged);
}

TEST(Diff, OfEqualReportsIsEmpty) {
  const std::vector<Record> records = {Failing("slice/a"), Passing("slice/b"),
                                       Skipped("slice/c"), Crashing("slice/d")};
  const ReportDiff diff = DiffOf(records, records);
  EXPECT_TRUE(diff.groups.empty());
  EXPECT_EQ(diff.same, 3);
}

TEST(Diff, KnowsACaseByItsIdAndItsDtype) {
  Record other = Failing("slice/a");
  other.dtype = DType::kInt8;
  const ReportDiff diff =
      DiffOf({Passing("slice/a"), other}, {Passing("slice/a"), other});
  EXPECT_EQ(diff.same, 2);
}

TEST(Diff, GroupsByCauseAndPutsNewFailuresFirstThenTheMostFrequentCause) {
  const ReportDiff diff = DiffOf(
      {Failing("slice/a"), Passing("slice/b"), Passing("slice/c"),
       Passing("slice/d")},
      {Passing("slice/a"), Failing("slice/b", "[2]", DifferenceKind::kCopied),
       Failing("slice/c", "7"), Failing("slice/d", "9")});
  ASSERT_EQ(diff.groups.size(), 3u);
  EXPECT_EQ(diff.groups[0].sentence, "slice gives a wrong offset");
  EXPECT_EQ(diff.groups[0].code, "offset in strides");
  EXPECT_EQ(diff.groups[0].cases.size(), 2u);
  EXPECT_EQ(diff.groups[1].code, "copied in strides");
  EXPECT_EQ(diff.groups[2].change, Change::kFixed);
  EXPECT_EQ(diff.Count(Change::kNewFailure), 3);
}

TEST(Diff, SaysWhatTheReportsAreAbout) {
  const ReportDiff diff =
      DiffReports(Written({}, "sha256:2"), Written({}, "sha256:2"));
  EXPECT_EQ(diff.before.origin.header.golden, "sha256:2");
  EXPECT_EQ(diff.after.origin.header.golden, "sha256:2");
  EXPECT_EQ(diff.after.origin.header.subject.name, "full");
  EXPECT_EQ(diff.after.origin.header.subject.version, "1");
  EXPECT_EQ(diff.after.origin.header.gate, "acme");
  EXPECT_TRUE(diff.after.origin.footer.why.empty());
}

void ExpectRefused(const std::string& path, const std::string& why) {
  const std::string good = Written({});
  for (const bool first : {true, false}) {
    try {
      DiffReports(first ? path : good, first ? good : path);
      ADD_FAILURE() << why;
    } catch (const BadInput& error) {
      EXPECT_THAT(error.what(), HasSubstr(path));
      EXPECT_THAT(error.what(), HasSubstr(why));
    }
  }
}

TEST(Diff, RefusesAReportWithoutAFooter) {
  const std::string path = Written({Passing("slice/a")});
  const std::string text = ReadFile(path);
  WriteFile(path, text.substr(0, text.find("{\"footer\"")));
  ExpectRefused(path, "has no footer");
}

TEST(Diff, RefusesAReportOfOtherFilesThanGolden) {
  ExpectRefused(Written({}, ""), "other files");
}

TEST(Diff, SaysAcrossSuitesWhatOnlyTheSuiteChanged) {
  Record corrected = Failing("slice/corrected");
  corrected.rev = 2;
  const ReportDiff diff =
      DiffReports(Written({Passing("slice/a"), Passing("slice/corrected"),
                           Passing("slice/retired"), Passing("slice/same")}),
                  Written({Failing("slice/a"), corrected, Failing("slice/new"),
                           Passing("slice/same")},
                          "sha256:2"));
  EXPECT_TRUE(diff.AcrossSuites());
  EXPECT_EQ(diff.Count(Change::kNewFailure), 1);
  EXPECT_EQ(diff.groups[0].cases[0].either().id, "slice/a");
  EXPECT_EQ(diff.Count(Change::kSuite), 3);
  EXPECT_EQ(diff.Count(Change::kAdded) + diff.Count(Change::kRemoved), 0);
  EXPECT_EQ(diff.same, 1);
  std::vector<std::string> by_suite;
  for (const ChangeGroup& group : diff.groups) {
    if (group.change == Change::kSuite) by_suite.push_back(group.sentence);
  }
  EXPECT_THAT(
      by_suite,
      testing::UnorderedElementsAre(
          "slice: a new vector, which fails: slice gives a wrong offset",
          "slice: a retired vector",
          "slice: revision 1 -> 2, which fails: slice gives a wrong "
          "offset"));
}

// A report of two cases in which `what` was replaced by hand.
std::string Forged(const std::string& what, const std::string& with) {
  const std::string path = Written({Passing("slice/a"), Failing("slice/b")});
  std::string text = ReadFile(path);
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  WriteFile(path, text.replace(at, what.size(), with));
  return path;
}

TEST(Diff, RefusesAReportThatWasChanged) {
  std::string line;
  AppendJson(Passing("slice/a"), line);
  ExpectRefused(Forged(line + "\n", ""),
                "it counts 2 records, and there are 1");
  ExpectRefused(Forged("\"passed\":1", "\"passed\":3"), "it counts 4 records");
  ExpectRefused(
      Forged("\"passed\":1,\"failed\":1", "\"passed\":2,\"failed\":0"),
      "field \"passed\": 1 records say so");
  ExpectRefused(Forged("slice/b", "slice/c"),
                "field \"records\": the records are not those that were");
  ExpectRefused(Forged("\"run\"", "\"ran\""), "field \"ran\"");
}

TEST(Diff, RefusesAnIdThatNeedsQuoting) {
  ExpectRefused(Forged("slice/b", "slice/\\u001b[2J"), "needs quoting");
  ExpectRefused(Forged("\"op\":\"slice\"", "\"op\":\"a\\\"b\""),
                "field \"op\"");
}

TEST(Diff, RefusesACaseThatIsThereTwice) {
  ExpectRefused(Written({Passing("slice/a"), Failing("slice/a")}),
                "\"slice/a\" (float32) is there twice");
}

TEST(Diff, RefusesAVerdictWithoutItsGrounds) {
  Record failing = Failing("slice/a");
  failing.differences.clear();
  ExpectRefused(Written({failing}), "field \"diffs\"");
  Record skipped = Skipped("slice/a");
  skipped.reason.reset();
  ExpectRefused(Written({skipped}), "field \"reason\"");
}

}  // namespace diff_test
}  // namespace viewproof
