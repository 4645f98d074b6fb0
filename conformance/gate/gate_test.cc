#include "conformance/gate/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/changes.h"
#include "conformance/gate/gate_edit.h"
#include "conformance/gate/standing.h"
#include "conformance/gate/without.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace {

using testing::HasSubstr;

constexpr std::string_view kText = R"(# how acme is started
[adapter]
command = ["python3", "acme.py"]
env = {GLOG_v = "4"}
packages = ["acme==3.2"]
start_seconds = 30
restart = "one"

[suite]
version = "0.1.0"
golden = ""   # not pinned yet

[demand]
profiles = ["core", "indexing"]
facets = ["values", "strides"]
dtypes = ["uint8"]
executed = 0
reviewed = false

[[known_failure]]
op = "as_strided"
facets = ["strides"]
difference = "offset"
verdict = "fail"
count = 1
reason = "offset is taken in bytes"

# crashes for good
[[known_failure]]
op = "view"
verdict = "crash"
count = 0
reason = "dies"
)";

constexpr std::string_view kKnown =
    R"({"id":"as_strided/x","dtype":"float32","verdict":"fail",)"
    R"("facets":["strides"],"step":2,"op":"as_strided","difference":"offset"})"
    "\n";

std::string Written(const std::string& text,
                    const std::string& known = std::string(kKnown)) {
  const std::string folder = MakeFolder();
  WriteFile(folder + "/acme.gate.toml", text);
  WriteFile(folder + "/acme.known.jsonl", known);
  return folder + "/acme.gate.toml";
}

std::string Refusal(const std::string& text,
                    const std::string& known = std::string(kKnown)) {
  try {
    ReadGate(Written(text, known));
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

std::string Replaced(std::string_view from, const std::string& what,
                     const std::string& with) {
  std::string text(from);
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

TEST(Gate, ReadsEveryKey) {
  const Gate gate = ReadGate(Written(std::string(kText)));
  EXPECT_EQ(gate.command, (std::vector<std::string>{"python3", "acme.py"}));
  EXPECT_EQ(gate.env.at("GLOG_v"), "4");
  EXPECT_EQ(gate.start_seconds, 30);
  EXPECT_EQ(gate.restart, "one");
  EXPECT_EQ(gate.golden, "");
  EXPECT_FALSE(gate.subject);
  EXPECT_EQ(gate.profiles.size(), 2u);
  EXPECT_EQ(gate.facets, (Facets{Facet::kValues, Facet::kStrides}));
  EXPECT_EQ(gate.dtypes, std::vector<DType>{DType::kUInt8});
  ASSERT_EQ(gate.entries.size(), 2u);
  EXPECT_EQ(gate.entries[0].reason, "offset is taken in bytes");
  EXPECT_EQ(gate.entries[1].verdict, Verdict::kCrash);
  ASSERT_EQ(gate.lines.size(), 1u);
  EXPECT_TRUE(Matches(gate.entries[0], gate.lines[0].failure));
  EXPECT_EQ(KnownText(gate.lines), kKnown);
}

TEST(Gate, RefusesWhatItDoesNotKnowWithItsLine) {
  EXPECT_THAT(Refusal(Replaced(kText, "reviewed", "revued")),
              HasSubstr("acme.gate.toml:18: key \"demand.revued\""));
  EXPECT_THAT(Refusal(Replaced(kText, "\"values\"", "\"valuse\"")),
              HasSubstr("unknown word \"valuse\""));
  EXPECT_THAT(Refusal(Replaced(kText, "executed = 0", "executed = \"no\"")),
              HasSubstr("key \"demand.executed\": expected an integer"));
  EXPECT_THAT(Refusal(Replaced(kText, "[suite]", "[suite")),
              HasSubstr("acme.gate.toml:9: "));
  EXPECT_THAT(
      Refusal(Replaced(kText, "command =", "linked = \"x\"\ncommand =")),
      HasSubstr("either command or linked"));
}

// The gate file with one more table at its end.
std::string With(const std::string& table) {
  return std::string(kText) + "\n" + table;
}

TEST(Gate, ReadsWhatItDoesWithout) {
  const Gate gate = ReadGate(Written(
      With("[[without]]\nflag = \"Precedence\"\nreason = \"any first\"\n"
           "[[without]]\nflag = \"IdentityOfScalars\"\nreason = \"none\"\n"
           "[[without]]\nflag = \"WideInt\"\nreason = \"32 bits\"\n"
           "[[without]]\nflag = \"Units\"\nfacets = [\"exact\", "
           "\"values\"]\nreason = \"bytes\"\n")));
  ASSERT_EQ(gate.withouts.size(), 4u);
  EXPECT_EQ(gate.withouts[0].flag, "Precedence");
  EXPECT_EQ(gate.withouts[0].facets, std::vector{Facet::kErrorKind});
  EXPECT_EQ(gate.withouts[0].reason, "any first");
  EXPECT_EQ(gate.withouts[0].line, 35);
  EXPECT_EQ(gate.withouts[1].facets, std::vector{Facet::kIdentity});
  EXPECT_EQ(gate.withouts[2].facets.size(), kFacets.size());
  EXPECT_EQ(gate.withouts[3].facets,
            (std::vector{Facet::kValues, Facet::kExact}));
}

TEST(Gate, RefusesAWithoutThatSaysNotWhatOrWhy) {
  const std::string flag = "[[without]]\nflag = \"WideInt\"\n";
  const std::string why = "reason = \"32 bits\"\n";
  EXPECT_EQ(Refusal(With(flag + why)), "");
  EXPECT_THAT(Refusal(With("[[without]]\n" + why)),
              HasSubstr("acme.gate.toml:35: key \"without.flag\": missing"));
  EXPECT_THAT(Refusal(With(flag)),
              HasSubstr(":35: key \"without.reason\": missing"));
  EXPECT_THAT(Refusal(With(flag + "reason = \"  \"\n")),
              HasSubstr(":35: key \"without.reason\": missing"));
  EXPECT_THAT(Refusal(With(flag + "reason = \"unreviewed\"\n")),
              HasSubstr("key \"without.reason\": expected the reason"));
  EXPECT_THAT(Refusal(With(flag + why + "facets = []\n")),
              HasSubstr("key \"without.facets\": expected a facet"));
  EXPECT_THAT(Refusal(With(flag + why + "facets = [\"offset\"]\n")),
              HasSubstr("key \"without.facets\": unknown word \"offset\""));
  EXPECT_THAT(Refusal(With(flag + why + "op = \"t\"\n")),
              HasSubstr("key \"without.op\": unknown key"));
  EXPECT_THAT(Refusal(With(flag + why + flag + why)),
              HasSubstr(":38: key \"without.flag\": WideInt has an entry in "
                        "line 35"));
  EXPECT_THAT(Refusal(With("[without]\nflag = \"WideInt\"\n" + why)),
              HasSubstr("key \"without\": expected [[without]]"));
}

TEST(Gate, RefusesAFlagThatTheFlagsFileDoesNotExplain) {
  const std::vector<Without> entries = {
      {"WideInts", {Facet::kShape}, "32 bits", 12}};
  const std::string flags = MakeFolder() + "/flags.toml";
  CheckFlags("acme.gate.toml", entries, flags);
  WriteFile(flags, "[WideInt]\nbug = \"A number is cut.\"\n");
  try {
    CheckFlags("acme.gate.toml", entries, flags);
    ADD_FAILURE() << "the flag is unknown";
  } catch (const BadInput& error) {
    EXPECT_STREQ(error.what(),
                 "acme.gate.toml:12: key \"without.flag\": no flag "
                 "\"WideInts\" in golden/flags.toml; did you mean WideInt?");
  }
  WriteFile(flags, "[WideInts]\nbug = \"A number is cut.\"\n");
  CheckFlags("acme.gate.toml", entries, flags);
}

TEST(Without, LeavesOutTheFacetsOfEveryEntryThatCoversTheVector) {
  Vector vector;
  vector.flags = {"OverlapRefusal", "Precedence"};
  const std::vector<Without> entries = {
      {"Precedence", {Facet::kErrorKind}, "", 0},
      {"OverlapRefusal", {Facet::kValues, Facet::kErrorKind}, "", 0},
      {"WideInt", {Facet::kAlias}, "", 0}};
  EXPECT_EQ(WaivedOf(vector, entries),
            (std::vector{Facet::kValues, Facet::kErrorKind}));
  vector.flags.clear();
  EXPECT_TRUE(WaivedOf(vector, entries).empty());
}

// A gate whose only known line is as_strided/x of kKnown, and the record of
// that case.
Record StridesRecord() {
  Record record;
  record.id = "as_strided/x";
  record.verdict = Verdict::kFail;
  Difference& d = record.differences.emplace_back();
  d.facet = Facet::kStrides;
  d.kind = DifferenceKind::kOffset;
  d.step = 2;
  d.op = "as_strided";
  return record;
}

TEST(Standings, TakeAFailureInWaivedFacetsForNotDemanded) {
  Gate gate = ReadGate(Written(std::string(kText), ""));
  Record record = StridesRecord();
  EXPECT_EQ(Standings(gate).Peek(record), Standing::kNewFailure);
  record.waived = {Facet::kStrides};
  EXPECT_EQ(Standings(gate).Peek(record), Standing::kNotDemanded);
  Difference& values = record.differences.emplace_back();
  values.facet = Facet::kValues;
  EXPECT_EQ(Standings(gate).Peek(record), Standing::kNewFailure);
}

TEST(Standings, CountDeathsWhateverIsWaived) {
  const Gate gate = ReadGate(Written(std::string(kText), ""));
  for (const Verdict verdict :
       {Verdict::kCrash, Verdict::kTimeout, Verdict::kProtocolError}) {
    Record record = StridesRecord();
    record.verdict = verdict;
    record.waived = {kFacets.begin(), kFacets.end()};
    EXPECT_EQ(Standings(gate).Peek(record), Standing::kNewFailure);
  }
}

TEST(Standings, NeverMeetAKnownLineThatNamesAWaivedFacet) {
  const Gate gate = ReadGate(Written(std::string(kText)));
  Standings met(gate);
  Record record = StridesRecord();
  EXPECT_EQ(met.Judge(record), Standing::kKnownFailure);
  EXPECT_TRUE(met.Mended().empty());
  EXPECT_EQ(met.waived(), 0u);
  Standings unmet(gate);
  record.waived = {Facet::kStrides};
  EXPECT_EQ(unmet.Judge(record), Standing::kNotDemanded);
  EXPECT_EQ(unmet.Mended().size(), 1u);
  EXPECT_EQ(unmet.waived(), 1u);
  EXPECT_TRUE(unmet.Remaining().empty());
}

TEST(Gate, RefusesTwoEntriesThatCouldMatchOneFailure) {
  const std::string text = Replaced(
      Replaced(kText, "op = \"view\"\nverdict = \"crash\"",
               "op = \"as_strided\"\nfacets = [\"strides\"]\ndifference = "
               "\"offset\"\nverdict = \"fail\""),
      "[adapter]", "[adapter]");
  EXPECT_THAT(Refusal(text), HasSubstr("acme.gate.toml:29: "));
  EXPECT_THAT(Refusal(text), HasSubstr("line 20"));
}

TEST(Gate, RefusesAKnownLineWithoutAnEntry) {
  EXPECT_THAT(
      Refusal(std::string(kText),
              Replaced(kKnown, "\"op\":\"as_strided\"", "\"op\":\"view\"")),
      HasSubstr("acme.known.jsonl:1: "));
}

TEST(Gate, RefusesKnownLinesThatAreNotSorted) {
  EXPECT_THAT(
      Refusal(std::string(kText), std::string(kKnown) + std::string(kKnown)),
      HasSubstr("acme.known.jsonl:2: "));
}

TEST(Gate, TakesEmptyCopies) {
  Hello hello = FullHello();
  GateText text{std::string(kText)};
  text.SetSubject(hello);
  const Gate gate = ReadGate(Written(text.text()));
  ASSERT_TRUE(gate.subject);
  EXPECT_TRUE(gate.subject->copies.empty());
}

TEST(Changes, NamesEveryDifferenceOfHelloButVersionAndTimes) {
  const Hello pinned = FullHello();
  Hello hello = pinned;
  hello.version = "2";
  hello.batch = 1;
  hello.case_seconds = 9;
  EXPECT_TRUE(Changes(pinned, hello).empty());
  hello.ops.erase(hello.ops.begin());
  hello.views = false;
  hello.facets = Facets{Facet::kValues};
  const std::vector<std::string> changes = Changes(pinned, hello);
  ASSERT_EQ(changes.size(), 3u);
  EXPECT_EQ(changes[0], "-1 ops: " + pinned.ops.front());
  EXPECT_EQ(changes[2], "views: true -> false");
  hello = pinned;
  hello.forms.push_back(CaseForm::kNumbers);
  EXPECT_EQ(Changes(pinned, hello),
            (std::vector<std::string>{"+1 forms: numbers"}));
}

TEST(GateText, ChangesSingleValuesAndKeepsEveryOtherByte) {
  GateText text{std::string(kText)};
  text.Set("suite", "golden", "\"sha256:12\"");
  text.Set("demand", "executed", "31");
  std::string expected =
      Replaced(kText, "golden = \"\"", "golden = \"sha256:12\"");
  expected = Replaced(expected, "executed = 0", "executed = 31");
  EXPECT_EQ(text.text(), expected);
}

TEST(GateText, AddsAKeyOrATableThatIsMissing) {
  GateText text("[adapter]\nlinked = \"x\"\n");
  text.Set("adapter", "start_seconds", "5");
  text.Set("demand", "executed", "3");
  EXPECT_EQ(text.text(),
            "[adapter]\nstart_seconds = 5\nlinked = \"x\"\n\n[demand]\n"
            "executed = 3\n");
}

TEST(GateText, PutsASubjectThatReadsBackBeforeTheDemand) {
  Hello hello = FullHello();
  hello.ops.pop_back();
  hello.wide_int = false;
  hello.max_rank = 8;
  hello.forms = {CaseForm::kDigest, CaseForm::kData};
  GateText text{std::string(kText)};
  text.SetSubject(hello);
  EXPECT_LT(text.text().find("[subject]"), text.text().find("[demand]"));
  const Gate gate = ReadGate(Written(text.text()));
  ASSERT_TRUE(gate.subject);
  EXPECT_TRUE(Changes(*gate.subject, hello).empty());
}

TEST(GateText, SaysAllForASubjectThatHasEveryOp) {
  const Hello hello = FullHello();
  GateText text{std::string(kText)};
  text.SetSubject(hello);
  EXPECT_THAT(text.text(), HasSubstr("ops = \"all\"\n"));
  EXPECT_EQ(ReadGate(Written(text.text())).subject->ops, hello.ops);
}

TEST(GateText, RemovesOneEntryAndCountsAnother) {
  GateText text{std::string(kText)};
  text.SetCount(1, 7);
  text.RemoveEntry(0);
  const Gate gate = ReadGate(Written(text.text(), ""));
  ASSERT_EQ(gate.entries.size(), 1u);
  EXPECT_EQ(gate.entries[0].op, "view");
  EXPECT_EQ(gate.entries[0].count, 7);
  EXPECT_THAT(text.text(), HasSubstr("# how acme is started"));
}

TEST(GateText, KeepsWhatItDoesWithout) {
  const std::string without =
      "# ours is safer\n[[without]]\nflag = \"OverlapRefusal\"\n"
      "reason = \"copies\"\n";
  GateText text(With(without));
  text.SetCount(1, 7);
  text.RemoveEntry(1);
  text.RemoveEntry(0);
  KnownFailure entry;
  entry.op = "expand";
  entry.reason = "some";
  text.AppendEntry(entry);
  EXPECT_THAT(text.text(), HasSubstr(without));
  const Gate gate = ReadGate(Written(text.text(), ""));
  ASSERT_EQ(gate.withouts.size(), 1u);
  ASSERT_EQ(gate.entries.size(), 1u);
  EXPECT_EQ(gate.entries[0].op, "expand");
}

TEST(GateText, AppendsAnEntryThatReadsBack) {
  KnownFailure entry;
  entry.op = "expand";
  entry.facets = {Facet::kValues, Facet::kAlias};
  entry.difference = "copied";
  entry.count = 3;
  entry.reason = "a \"copy\"";
  entry.link = "https://example.org/1";
  GateText text{std::string(kText)};
  text.AppendEntry(entry);
  const Gate gate = ReadGate(Written(text.text()));
  ASSERT_EQ(gate.entries.size(), 3u);
  EXPECT_EQ(gate.entries[2].op, entry.op);
  EXPECT_EQ(gate.entries[2].facets, entry.facets);
  EXPECT_EQ(gate.entries[2].reason, entry.reason);
  EXPECT_EQ(gate.entries[2].link, entry.link);
}

}  // namespace
}  // namespace viewproof
