#include "conformance/gate/gate_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "conformance/gate/gate.h"
#include "conformance/gate/gate_save.h"
#include "conformance/gate/testing.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace gate_edit_test {

using testing::HasSubstr;

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
  hello.ints = 53;
  hello.max_rank = 8;
  hello.forms = {CaseForm::kDigest, CaseForm::kData};
  GateText text{std::string(kText)};
  text.SetSubject(hello);
  EXPECT_LT(text.text().find("[subject]"), text.text().find("[demand]"));
  const Gate gate = ReadGate(Written(text.text()));
  ASSERT_TRUE(gate.subject);
  EXPECT_TRUE(Changes(*gate.subject, hello).empty());
}

TEST(GateText, PinsEachDeclarationOfAnotherWay) {
  const std::pair<const char*, void (*)(Hello&)> rows[] = {
      {"copies = [\"expand\"]\n", [](Hello& h) { h.copies = {"expand"}; }},
      {"borrowed = [\"slice\"]\n", [](Hello& h) { h.borrowed = {"slice"}; }},
      {"writes = \"rebind\"\n", [](Hello& h) { h.rebinds = true; }},
      {"ints = 32\n", [](Hello& h) { h.ints = 32; }},
      {"observes = \"last\"\n", [](Hello& h) { h.observes_every = false; }}};
  for (const auto& [line, declare] : rows) {
    Hello hello = FullHello();
    declare(hello);
    GateText text{std::string(kText)};
    text.SetSubject(hello);
    EXPECT_THAT(text.text(), HasSubstr(line));
    const Gate gate = ReadGate(Written(text.text()));
    ASSERT_TRUE(gate.subject);
    EXPECT_TRUE(Changes(*gate.subject, hello).empty()) << line;
    EXPECT_EQ(Changes(*gate.subject, FullHello()).size(), 1u) << line;
  }
}

TEST(GateText, SaysAllForASubjectThatHasEveryOp) {
  const Hello hello = FullHello();
  GateText text{std::string(kText)};
  text.SetSubject(hello);
  EXPECT_THAT(text.text(), HasSubstr("ops = \"all\"\n"));
  EXPECT_EQ(ReadGate(Written(text.text())).subject->ops, hello.ops);
}

TEST(GateText, FindsAPlaceInEveryLawfulSpelling) {
  const std::pair<const char*, const char*> spellings[] = {
      {"[demand]", "[ demand ]  # what we ask"},
      {"[demand]", "[\"demand\"]"},
      {"executed = 0", "\"executed\" = 0  # cases"},
      {"executed = 0", "  executed=0"},
      {"executed = 0", "'executed' = 0x0"},
      {"dtypes = [\"uint8\"]", "dtypes = [\n  \"uint8\",\n]"},
      {"executed = 0\n", ""}};
  for (const auto& [what, with] : spellings) {
    GateText text(Replaced(kText, what, with));
    text.Set("demand", "executed", "31");
    const Gate gate = ReadGate(Written(text.text()));
    EXPECT_EQ(gate.executed, 31) << with;
    EXPECT_EQ(gate.dtypes, std::vector<DType>{DType::kUInt8});
    EXPECT_TRUE(gate.reviewed == false);
  }
}

TEST(GateText, FillsAnEmptySubjectInEveryLawfulSpelling) {
  for (const char* header :
       {"[subject]\n", "[ subject ]  # ours\n\n", "[\"subject\"]\n# none\n"}) {
    GateText text(Replaced(kText, "[suite]", header + std::string("[suite]")));
    text.SetSubject(FullHello());
    const Gate gate = ReadGate(Written(text.text()));
    ASSERT_TRUE(gate.subject) << header;
    EXPECT_EQ(gate.subject->ops, FullHello().ops);
  }
}

TEST(GateText, KeepsCommentsAroundAnEntryThatGoes) {
  const std::string first = "[[known_failure]]\nop = \"as_strided\"";
  GateText text(Replaced(Replaced(kText, first, "# strides\n" + first),
                         "# crashes", "# a section\n\n# crashes"));
  text.RemoveEntry(0);
  EXPECT_THAT(text.text(), HasSubstr("\n# strides\n# a section\n\n# crashes "
                                     "for good\n[[known_failure]]\nop = "
                                     "\"view\""));
}

TEST(GateText, TakesTextThatLooksLikeATableForWhatItIs) {
  const std::string reason =
      "reason = \"\"\"\n[demand]\n[[known_failure]]\n# no\n\"\"\"";
  GateText text(
      Replaced(kText, "reason = \"offset is taken in bytes\"", reason));
  text.Set("demand", "executed", "31");
  text.SetCount(1, 5);
  EXPECT_THAT(text.text(), HasSubstr(reason));
  EXPECT_EQ(ReadGate(Written(text.text())).entries[1].count, 5);
  text.RemoveEntry(0);
  const Gate gate = ReadGate(Written(text.text(), ""));
  ASSERT_EQ(gate.entries.size(), 1u);
  EXPECT_EQ(gate.entries[0].op, "view");
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

}  // namespace gate_edit_test
}  // namespace viewproof
