#include "conformance/gate/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/changes.h"
#include "conformance/gate/gate_edit.h"
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
