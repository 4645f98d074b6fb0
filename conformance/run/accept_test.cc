#include "conformance/run/accept.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/gate_save.h"
#include "conformance/gate/lock.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/run/testing.h"

namespace viewproof {
namespace accept_test {

using testing::HasSubstr;
using testing::Not;

class Accepting : public Checks {
 protected:
  // Pins the gate and makes a report of two new failures, groups 1 and 2.
  void MakeReport() {
    MakeRootWith(WithWrongOffsets());
    Update();
    options_.report = report_;
    options_.groups_file = GroupsPath();
    Run();
    options_.groups_file.clear();
    accept_.report = report_;
  }

  std::string GroupsPath() const { return options_.root + "/groups.toml"; }

  // Returns what `accept` prints.
  std::string Accept() {
    const std::string path = options_.root + "/accepted";
    std::FILE* out = std::fopen(path.c_str(), "w");
    try {
      viewproof::Accept(options_.root, accept_, out);
    } catch (...) {
      std::fclose(out);
      throw;
    }
    std::fclose(out);
    return ReadFile(path);
  }

  // Returns what it is refused with; nothing may have changed.
  std::string Refusal() {
    const std::string before = ReadFile(GatePath());
    std::string refusal;
    try {
      Accept();
    } catch (const BadInput& error) {
      refusal = error.what();
    }
    EXPECT_EQ(ReadFile(GatePath()), before);
    EXPECT_TRUE(ReadGate(GatePath()).cases.empty());
    return refusal;
  }

  AcceptOptions accept_;
};

TEST_F(Accepting, RefusesAReportWithoutAFooter) {
  MakeReport();
  WriteFile(report_, LinesOfFile(report_)[0]);
  accept_.reason = "any";
  EXPECT_THAT(Refusal(), HasSubstr("has no footer"));
}

TEST_F(Accepting, RefusesAReasonThatTheGateFileCannotHold) {
  MakeReport();
  for (const char* reason : {"", "  ", "\n"}) {
    accept_.reason = reason;
    EXPECT_EQ(Refusal(), "--reason: is empty");
  }
  for (const char* reason : {"caf\xe9",
                             "a\x7f"
                             "b",
                             "a\033[2J"}) {
    accept_.reason = reason;
    EXPECT_EQ(Refusal(),
              "--reason: has control characters, or bytes that are "
              "no UTF-8");
  }
  accept_.reason = "offsets";
  accept_.link = "https://example.org/\x7f";
  EXPECT_THAT(Refusal(), HasSubstr("--link: has control characters"));
}

TEST_F(Accepting, TakesAReasonOfAnyOtherText) {
  MakeReport();
  accept_.reason = "a \"quote\", a \\, 'x'\n[[known_failure]]\n\tü # no";
  accept_.link = "https://example.org/?a=\"b\"";
  Accept();
  const Gate gate = ReadGate(GatePath());
  ASSERT_EQ(gate.entries.size(), 2u);
  EXPECT_EQ(gate.entries[0].reason, accept_.reason);
  EXPECT_EQ(gate.entries[1].link, accept_.link);
}

TEST_F(Accepting, ReplacesAKnownCaseThatFailsInAnotherWay) {
  MakeReport();
  accept_.reason = "offsets";
  Accept();
  EditLock("\"step\":1", "\"step\":9");
  options_.report = report_;
  EXPECT_EQ(Run().status, kRed);
  const std::string said = Accept();
  EXPECT_THAT(said, HasSubstr("1 case joins the entry of narrow, whose reason "
                              "stays: offsets\n"));
  EXPECT_THAT(said, HasSubstr("1 of them replaced"));
  EXPECT_EQ(Run().status, kGreen);
  EXPECT_EQ(ReadGate(GatePath()).cases.size(), 2u);
}

TEST_F(Accepting, KeepsAnEntryWhoseOnlyCaseFailsInAnotherWay) {
  MakeReport();
  accept_.reason = "offsets";
  Accept();
  EditLock("\"op\":\"narrow\"", "\"op\":\"view\"");
  EditFile(GatePath(), "op = \"narrow\"", "op = \"view\"");
  EXPECT_EQ(Run().status, kRed);
  accept_.reason = "it is narrow";
  Accept();
  const Result result = Run();
  EXPECT_EQ(result.status, kGreen);
  EXPECT_THAT(result.text, HasSubstr("no case is known of the entry of view"));
  const Gate gate = ReadGate(GatePath());
  ASSERT_EQ(gate.entries.size(), 3u);
  EXPECT_EQ(gate.entries[0].op, "view");
  EXPECT_EQ(gate.entries[2].op, "narrow");
  EXPECT_EQ(gate.entries[2].reason, "it is narrow");
}

TEST_F(Accepting, RefusesAReportOfOtherVectors) {
  MakeReport();
  accept_.reason = "offsets";
  const std::string digest = ReadGate(GatePath()).golden;
  EditFile(report_, digest, "sha256:12");
  EXPECT_THAT(Refusal(), HasSubstr("the report is of sha256:12, the gate file "
                                   "of " +
                                   digest));
  EditFile(report_, "\"golden\":\"sha256:12\"", "\"golden\":\"\"");
  EXPECT_THAT(Refusal(), HasSubstr("the report is of other vectors"));
}

TEST_F(Accepting, RefusesAReportWhoseRecordsWereChanged) {
  MakeReport();
  accept_.reason = "offsets";
  const std::vector<std::string> lines = LinesOfFile(report_);
  const std::string text = ReadFile(report_);
  EditFile(report_, lines[3], "");
  EXPECT_THAT(Refusal(),
              HasSubstr("it counts " + CountOfOps() +
                        " records, and there are " + CountOfOps(-1)));
  WriteFile(report_, text);
  EditFile(report_, "\"actual\":1", "\"actual\":2");
  EXPECT_THAT(Refusal(), HasSubstr("the records are not those that were"));
}

TEST_F(Accepting, NumbersGroupsAsTheCheckPrintedThem) {
  MakeReport();
  accept_.group = 1;
  accept_.reason = "first";
  EXPECT_THAT(Accept(), HasSubstr("in a new entry of narrow\n"));
  const std::string before = ReadFile(GatePath());
  try {
    Accept();
    ADD_FAILURE() << "accepted twice";
  } catch (const BadInput& error) {
    EXPECT_STREQ(error.what(),
                 "--group 1: the gate file accepts it already (narrow offset "
                 "strides fail)");
  }
  EXPECT_EQ(ReadFile(GatePath()), before);
  accept_.group = 2;
  accept_.reason = "second";
  EXPECT_THAT(Accept(), HasSubstr("in a new entry of select\n"));
  EXPECT_EQ(ReadGate(GatePath()).entries[1].reason, "second");
}

TEST_F(Accepting, RefusesAGroupThatTheReportLacksOrTheGateDoesNotDemand) {
  MakeReport();
  accept_.reason = "any";
  accept_.group = 3;
  EXPECT_EQ(Refusal(), "--group 3: the report has 2 groups");
  EditGate("[demand]\n", "[demand]\nfacets = [\"values\", \"alias\"]\n");
  accept_.group = 2;
  EXPECT_EQ(Refusal(),
            "--group 2: the gate file does not demand what fails there "
            "(select offset strides fail)");
}

TEST_F(Accepting, TakesReasonsFromAFile) {
  MakeReport();
  accept_.reasons = GroupsPath();
  EXPECT_THAT(Accept(), HasSubstr("nothing to do"));
  const std::string group = "[\"narrow offset strides fail\"]";
  EditFile(GroupsPath(), group, group + "\n# found by hand");
  std::string text = ReadFile(GroupsPath());
  const std::size_t at = text.find("reason = \"\"", text.find(group));
  ASSERT_NE(at, std::string::npos) << text;
  text.replace(at, 11, "reason = \"bytes\"");
  WriteFile(GroupsPath(), text);
  const std::string said = Accept();
  EXPECT_THAT(said, HasSubstr("1 case in a new entry of narrow\n"));
  EXPECT_THAT(said, HasSubstr("1 group without a reason left out\n"));
  const Gate gate = ReadGate(GatePath());
  ASSERT_EQ(gate.entries.size(), 1u);
  EXPECT_EQ(gate.entries[0].op, "narrow");
  EXPECT_EQ(gate.entries[0].reason, "bytes");
  EXPECT_THAT(Accept(),
              HasSubstr("no new failures of narrow offset strides fail\n"));
}

TEST_F(Accepting, WritesTheGroupsThatAreLeftForReasons) {
  MakeReport();
  accept_.group = 1;
  accept_.reason = "first";
  Accept();
  const std::string gate = ReadFile(GatePath());
  std::filesystem::remove(GroupsPath());
  accept_ = {};
  accept_.report = report_;
  accept_.groups_file = GroupsPath();
  EXPECT_EQ(Accept(),
            "accept: 1 group of new failures in " + GroupsPath() + "\n");
  EXPECT_EQ(ReadFile(GatePath()), gate);
  const std::string text = ReadFile(GroupsPath());
  EXPECT_THAT(text, HasSubstr("[\"select offset strides fail\"]"));
  EXPECT_THAT(text, Not(HasSubstr("narrow")));
}

TEST_F(Accepting, RefusesAFileOfReasonsThatIsWrong) {
  MakeReport();
  accept_.reasons = GroupsPath();
  const struct {
    const char* with;
    const char* why;
  } rows[] = {{"reason = \" \"", "reason\": it is empty"},
              {"reason = \"a\\u007f\"", "reason\": it has control characters"},
              {"reason = 3", "reason\": expected a string"},
              {"raison = \"\"", "raison\": unknown key"},
              {"reason = \"", "groups.toml:"}};
  const std::string text = ReadFile(GroupsPath());
  for (const auto& [with, why] : rows) {
    WriteFile(GroupsPath(), text);
    EditFile(GroupsPath(), "reason = \"\"", with);
    EXPECT_THAT(Refusal(), HasSubstr("groups.toml:"));
    EXPECT_THAT(Refusal(), HasSubstr(why));
  }
}

TEST_F(Accepting, IsRefusedWhileAnotherWritesTheGateFile) {
  MakeReport();
  const auto held = LockGate(GatePath());
  accept_.reason = "offsets";
  EXPECT_EQ(Refusal(), "another viewproof is writing " + GatePath());
}

TEST_F(Accepting, KeepsCommentsAndLayoutOfTheGateFile) {
  MakeReport();
  const std::string before =
      "# ours\n" + ReadFile(GatePath()) + "\n# the end\n";
  WriteFile(GatePath(), before);
  accept_.reason = "offsets";
  Accept();
  EXPECT_EQ(ReadFile(GatePath()).substr(0, before.size()), before);
}

TEST_F(Accepting, IsWrittenWhereALinkLeads) {
  MakeReport();
  const std::string far = options_.root + "/far.toml";
  std::filesystem::rename(GatePath(), far);
  std::filesystem::create_symlink(far, GatePath());
  accept_.reason = "offsets";
  Accept();
  EXPECT_TRUE(std::filesystem::is_symlink(GatePath()));
  EXPECT_THAT(ReadFile(far), HasSubstr("reason = \"offsets\""));
}

class Updating : public Accepting {};

TEST_F(Updating, IsNotDoneAfterAPartialRun) {
  MakeReport();
  const std::string before = ReadFile(GatePath());
  options_.only = {"split*"};
  const Result result = Update();
  EXPECT_THAT(result.text, HasSubstr("update: not done: not everything was "
                                     "run\n"));
  EXPECT_EQ(ReadFile(GatePath()), before);
}

TEST_F(Updating, FillsInWhatANewGateDemands) {
  MakeRootWith(OfEveryOp());
  EXPECT_EQ(Update().status, kGreen);
  EXPECT_THAT(ReadFile(LockPath(GatePath())),
              HasSubstr("\"facets\":[\"values\",\"strides\",\"alias\"]"));
  EXPECT_EQ(ReadGate(GatePath()).facets,
            (Facets{Facet::kValues, Facet::kStrides, Facet::kAlias}));
}

TEST_F(Updating, OfANewGateJudgesOnlyWhatItDemands) {
  std::vector<Vector> vectors = OfEveryOp();
  for (Vector& vector : vectors) {
    if (vector.test.id == "detach/a") ExpectedOf(vector, 1)[0].self = true;
  }
  MakeRootWith(vectors);
  EXPECT_EQ(Update().status, kGreen);
  EXPECT_EQ(Run().status, kGreen);
}

TEST_F(Updating, WritesTheLockAloneInWhateverLayoutTheGateFileIs) {
  MakeRootWith(OfEveryOp());
  const std::string text =
      "adapter = {linked = \"reference\"}\r\n# ours\r\n"
      "demand = {profiles = [\"core\"]}";
  WriteFile(GatePath(), text);
  EXPECT_EQ(Update().status, kGreen);
  EXPECT_EQ(ReadFile(GatePath()), text);
  EXPECT_EQ(Run().status, kGreen);
}

TEST_F(Checks, RunADTypeOnceThatIsNamedTwice) {
  MakeRootWith({VectorOf("float32[2,3] | t()", "t/a")});
  options_.report = report_;
  options_.dtypes = {DType::kInt8, DType::kFloat64, DType::kInt8};
  Run();
  EXPECT_EQ(LinesOfFile(report_).size(), 5u);  // Header, 3 records, footer.
}

TEST_F(Checks, ShowWhatAVectorSaysEscaped) {
  Vector vector = VectorOf("float32[4] | narrow(0, 1, 2)", "narrow/a");
  ExpectedOf(vector, 1)[0].offset = 3;
  vector.rules = {"it\033[2J\nGREEN"};
  MakeRootWith({vector});
  const Result result = Run();
  EXPECT_THAT(result.text, HasSubstr("rule      it\\x1b[2J\\nGREEN"));
  EXPECT_THAT(result.text, Not(HasSubstr("\033")));
}

// Says what a terminal would obey in its hello and before it dies.
constexpr const char* kEvilAdapter = R"(
read -r line
printf '%s\n' '{"hello":{"protocol":1,"subject":{"name":"evil\u001b]0;a\u0007","version":"1\nGREEN","language":"\u009b2J","device":"\u001b[31m"},"ops":["narrow","read"],"dtypes":["float32"],"facets":[],"batch":1,"left_out":["mT\u001b[2J","copy="]}}'
read -r line
printf '\033[2J\033[31mGREEN\r\n' >&2
exit 3
)";

TEST_F(Checks, ShowWhatASubjectSaysEscaped) {
  MakeRootWith({VectorOf("float32[4] | narrow(0, 1, 2)", "narrow/a")});
  options_.subject = {"", {"/bin/sh", "-c", kEvilAdapter}, {}};
  options_.verbose = true;
  const Result result = Run();
  EXPECT_THAT(result.text, HasSubstr("evil\\x1b]0;a\\x07 1\\nGREEN"));
  EXPECT_THAT(result.text, HasSubstr("\\x1b[2J\\x1b[31mGREEN\\x0d\n"));
  EXPECT_THAT(result.text,
              HasSubstr("left out of what is asked: mT\\x1b[2J, copy=\n"));
  EXPECT_THAT(result.text, Not(HasSubstr("\033")));
  EXPECT_THAT(result.text, Not(HasSubstr("\u009b")));
}

}  // namespace accept_test
}  // namespace viewproof
