#include "conformance/gate/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/accepted_finding.h"
#include "conformance/gate/gate_save.h"
#include "conformance/gate/lock.h"
#include "conformance/gate/testing.h"
#include "conformance/gate/upgrade.h"
#include "conformance/gate/without.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace gate_test {

using testing::AllOf;
using testing::HasSubstr;

std::string Refusal(const std::string& text,
                    const std::string& lock = std::string(kLock)) {
  try {
    ReadGate(Written(text, lock));
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(Gate, ReadsEveryKey) {
  const Gate gate = ReadGate(Written(std::string(kText)));
  EXPECT_EQ(gate.command, (std::vector<std::string>{"python3", "acme.py"}));
  EXPECT_EQ(gate.env.at("GLOG_v"), "4");
  EXPECT_EQ(gate.start_seconds, 30);
  EXPECT_EQ(gate.restart, "one");
  EXPECT_FALSE(gate.heap_check);
  EXPECT_TRUE(ReadGate(Written(Replaced(kText, "restart = \"one\"",
                                        "heap_check = true")))
                  .heap_check);
  EXPECT_EQ(gate.golden, "");
  EXPECT_FALSE(gate.subject);
  EXPECT_EQ(gate.profiles.size(), 2u);
  EXPECT_EQ(gate.facets, (Facets{Facet::kValues, Facet::kStrides}));
  EXPECT_EQ(gate.dtypes, std::vector<DType>{DType::kUInt8});
  ASSERT_EQ(gate.entries.size(), 2u);
  EXPECT_EQ(gate.entries[0].reason, "offset is taken in bytes");
  EXPECT_EQ(gate.entries[1].verdict, Verdict::kCrash);
  ASSERT_EQ(gate.cases.size(), 1u);
  EXPECT_TRUE(Matches(gate.entries[0], gate.cases[0].failure));
  EXPECT_EQ(LockText(gate), kLock);
}

TEST(Gate, RefusesWhatItDoesNotKnowWithItsLine) {
  EXPECT_THAT(Refusal(Replaced(kText, "reviewed", "revued")),
              HasSubstr("acme.gate.toml:13: key \"demand.revued\""));
  EXPECT_THAT(Refusal(Replaced(kText, "\"values\"", "\"valuse\"")),
              HasSubstr("unknown facet \"valuse\""));
  EXPECT_THAT(Refusal(Replaced(kText, "[demand]", "[demand")),
              HasSubstr("acme.gate.toml:9: "));
  EXPECT_THAT(
      Refusal(Replaced(kText, "command =", "linked = \"x\"\ncommand =")),
      HasSubstr("one of command, linked, subject"));
}

TEST(Gate, ReadsHowMuchMemoryAnAdapterMayTake) {
  const auto with = [](const std::string& value) {
    return Replaced(kText,
                    "restart =", "memory_mib = " + value + "\nrestart =");
  };
  EXPECT_EQ(ReadGate(Written(std::string(kText))).memory_mib, 0);
  for (const int64_t lawful : {int64_t{1}, int64_t{2000}, int64_t{1} << 30}) {
    EXPECT_EQ(ReadGate(Written(with(std::to_string(lawful)))).memory_mib,
              lawful);
  }
  constexpr char kKey[] = "acme.gate.toml:7: key \"adapter.memory_mib\": ";
  for (const char* wrong : {"0", "-1", "1073741825", "9223372036854775807"}) {
    EXPECT_THAT(Refusal(with(wrong)),
                HasSubstr(kKey + std::string("expected 1..1073741824")))
        << wrong;
  }
  for (const char* wrong : {"\"2000\"", "2000.0", "true", "[2000]"}) {
    EXPECT_THAT(Refusal(with(wrong)),
                HasSubstr(kKey + std::string("expected an integer")))
        << wrong;
  }
  EXPECT_THAT(Refusal(with("9223372036854775808")),
              HasSubstr("acme.gate.toml:7: "));
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
  EXPECT_EQ(gate.withouts[0].line, 28);
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
              HasSubstr("acme.gate.toml:28: key \"without.flag\": missing"));
  EXPECT_THAT(Refusal(With(flag)),
              HasSubstr(":28: key \"without.reason\": missing"));
  EXPECT_THAT(Refusal(With(flag + "reason = \"  \"\n")),
              HasSubstr(":30: key \"without.reason\": missing"));
  EXPECT_THAT(Refusal(With(flag + "reason = \"unreviewed\"\n")),
              HasSubstr("key \"without.reason\": expected the reason"));
  EXPECT_THAT(Refusal(With(flag + why + "facets = []\n")),
              HasSubstr("key \"without.facets\": is empty"));
  EXPECT_THAT(Refusal(With(flag + why + "facets = [\"offset\"]\n")),
              HasSubstr("key \"without.facets\": unknown facet \"offset\""));
  EXPECT_THAT(Refusal(With(flag + why + "op = \"t\"\n")),
              HasSubstr("key \"without.op\": unknown key"));
  EXPECT_THAT(Refusal(With(flag + why + flag + why)),
              HasSubstr(":31: key \"without.flag\": WideInt has an entry in "
                        "line 28"));
  EXPECT_THAT(Refusal(With("[without]\nflag = \"WideInt\"\n" + why)),
              HasSubstr("key \"without\": expected a list"));
}

TEST(Gate, ReadsWhichStrayDeathsItAllows) {
  const Gate gate = ReadGate(
      Written(With("[[flaky_death]]\nsignals = [\"SIGSEGV\", \"timeout\"]\n"
                   "at_most = 3\nreason = \"a race in the driver\"\n")));
  EXPECT_EQ(gate.flaky_deaths,
            (std::vector<FlakyDeath>{
                {{"SIGSEGV", "timeout"}, 3, "a race in the driver", ""}}));
}

TEST(Gate, RefusesAFlakyDeathThatSaysNotWhichOrHowOftenOrWhy) {
  const std::string head = "[[flaky_death]]\n";
  const std::string signals = "signals = [\"SIGSEGV\"]\n";
  const std::string most = "at_most = 1\n";
  const std::string why = "reason = \"a race\"\n";
  EXPECT_EQ(Refusal(With(head + signals + most + why)), "");
  EXPECT_THAT(Refusal(With(head + most + why)),
              HasSubstr("key \"flaky_death.signals\": missing"));
  EXPECT_THAT(Refusal(With(head + signals + why)),
              HasSubstr("key \"flaky_death.at_most\": "));
  EXPECT_THAT(Refusal(With(head + signals + most)),
              HasSubstr("key \"flaky_death.reason\": missing"));
  EXPECT_THAT(
      Refusal(With(head + signals + most + why + head + signals + most + why)),
      HasSubstr("key \"flaky_death.signals\": SIGSEGV is there twice"));
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

TEST(Gate, TakesADTypeOnceThatIsNamedTwice) {
  const Gate gate = ReadGate(Written(
      Replaced(kText, "[\"uint8\"]", "[\"uint8\", \"int8\", \"uint8\"]")));
  EXPECT_EQ(gate.dtypes, (std::vector{DType::kUInt8, DType::kInt8}));
}

TEST(Gate, RefusesAReasonOfBlanks) {
  EXPECT_THAT(Refusal(Replaced(kText, "reason = \"dies\"", "reason = \" \"")),
              HasSubstr("key \"known_failure.reason\": missing"));
}

TEST(FaultOfReason, TellsWhatAGateFileCannotHold) {
  EXPECT_EQ(FaultOfReason("offset is in bytes\n\tsee \"#1\" \\ ü"), "");
  for (const char* reason : {"", " ", "\n\t"}) {
    EXPECT_EQ(FaultOfReason(reason), "is empty");
  }
  for (const char* reason : {"a\x7f", "a\033[2J", "caf\xe9", "a\xc2\x9b"}) {
    EXPECT_THAT(std::string(FaultOfReason(reason)),
                HasSubstr("control characters"))
        << reason;
  }
}

TEST(Gate, RefusesTwoEntriesThatCouldMatchOneFailure) {
  const std::string text = Replaced(
      Replaced(kText, "op = \"view\"\nverdict = \"crash\"",
               "op = \"as_strided\"\nfacets = [\"strides\"]\ndifference = "
               "\"offset\"\nverdict = \"fail\""),
      "[adapter]", "[adapter]");
  EXPECT_THAT(Refusal(text), HasSubstr("acme.gate.toml:23: "));
  EXPECT_THAT(Refusal(text), HasSubstr("line 15"));
}

TEST(Gate, TakesTwoEntriesOfOneOpThatNoFailureMatchesBoth) {
  EXPECT_EQ(Refusal(Replaced(kText, "op = \"view\"", "op = \"as_strided\"")),
            "");
}

TEST(Gate, HoldsAnEntryAgainstEveryEarlierOne) {
  const std::string third =
      "[[known_failure]]\nop = \"view\"\nverdict = \"crash\"\n"
      "reason = \"dies again\"\n";
  EXPECT_THAT(Refusal(With(third)), HasSubstr("that of line 23 could match"));
}

TEST(Gate, ReadsWhatAnEntryIsOf) {
  const Gate gate = ReadGate(
      Written(With("[[known_failure]]\nop = \"*\"\nfacets = [\"values\"]\n"
                   "difference = \"bytes\"\nanswer = \"bytes\"\n"
                   "when = [\"stride_0\", \"size_1\"]\nafter = [\"fill_\"]\n"
                   "reason = \"lost\"\n")));
  const KnownFailure& entry = gate.entries.back();
  EXPECT_EQ(entry.op, kEveryOp);
  EXPECT_EQ(entry.answer, "bytes");
  EXPECT_EQ(Text(*entry.when), "size_1 stride_0");
  EXPECT_EQ(entry.after, std::vector{FindOp("fill_")});
  EXPECT_TRUE(IsOfDrawn(entry));
  const std::string head = "[[known_failure]]\nop = \"t\"\nreason = \"x\"\n";
  EXPECT_THAT(Refusal(With(head + "when = [\"size_0\"]\n")),
              HasSubstr("unknown feature \"size_0\""));
  EXPECT_THAT(Refusal(With(head + "after = [\"tt\"]\n")),
              HasSubstr("unknown op \"tt\""));
  EXPECT_THAT(Refusal(With(head + "answer = \"error\"\nverdict = \"crash\"\n")),
              HasSubstr("is for entries of verdict \"fail\""));
}

TEST(Gate, TakesEntriesOfOneCauseThatSayWhichCasesTheyAreOf) {
  const std::string head =
      "[[known_failure]]\nop = \"as_strided\"\nfacets = [\"strides\"]\n"
      "difference = \"offset\"\nreason = \"x\"\n";
  const std::string text =
      With(head + "when = []\n" + head + "when = [\"size_1\"]\n" + head +
           "answer = \"offset\"\n");
  const Gate gate = ReadGate(Written(text));
  ASSERT_EQ(gate.entries.size(), 5u);
  const Failure& failure = gate.cases.at(0).failure;
  EXPECT_EQ(FindEntry(gate, failure, ""), 0u);
  EXPECT_EQ(FindEntry(gate, failure, "offset"), 0u);
  EXPECT_EQ(EntriesWithoutCases(gate), (std::vector<std::size_t>{1, 2, 3, 4}));
  EXPECT_THAT(Refusal(text + head + "when = []\n"),
              HasSubstr("could match one failure"));
}

// The file refuses both, so that one is there already if the other is.
TEST(Gate, HasAnEntryLikeAnyThatCouldMatchOneFailureInTheSameCases) {
  KnownFailure dies;
  dies.op = "view";
  dies.verdict = Verdict::kCrash;
  dies.dies = true;
  dies.when = FeatureSet(1);
  KnownFailure crash = dies;
  crash.dies = false;
  EXPECT_TRUE(HasEntryLike({dies}, crash));
  EXPECT_TRUE(HasEntryLike({crash}, dies));
  crash.when = FeatureSet(2);
  EXPECT_FALSE(HasEntryLike({dies}, crash));
}

TEST(Gate, FindsTheEntryOfAnAnswer) {
  const Gate gate = ReadGate(
      Written(Replaced(kText, "verdict = \"fail\"", "answer = \"offset\"")));
  const Failure& failure = gate.cases.at(0).failure;
  EXPECT_EQ(FindEntry(gate, failure, "offset"), 0u);
  EXPECT_EQ(FindEntry(gate, failure, "error"), std::nullopt);
}

TEST(Gate, OfVersion01NamesTheCommandThatUpgradesIt) {
  for (const auto& [what, with] :
       {std::pair("[demand]", "[suite]\nversion = \"\"\n[demand]"),
        std::pair("[demand]", "[subject]\n[demand]"),
        std::pair("reviewed", "executed = 3\nreviewed"),
        std::pair("verdict = \"crash\"", "verdict = \"crash\"\ncount = 0")}) {
    EXPECT_THAT(
        Refusal(Replaced(kText, what, with)),
        AllOf(HasSubstr("is a gate file of viewproof 0.1"),
              HasSubstr("viewproof upgrade"), HasSubstr("acme.gate.toml")))
        << with;
  }
  const std::string path = Written(std::string(kText), "");
  EXPECT_EQ(ReadGate(path).cases.size(), 0u);
  WriteFile(OldKnownPath(path), "");
  EXPECT_THROW(ReadGate(path), BadInput);
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
  hello.copies = {"expand"};
  hello.borrowed = {"slice"};
  hello.ints = 32;
  hello.rebinds = true;
  hello.observes_every = false;
  EXPECT_EQ(
      Changes(pinned, hello),
      (std::vector<std::string>{"+1 copies: expand", "+1 borrowed: slice",
                                "writes: in_place -> rebind", "ints: 64 -> 32",
                                "observes: every -> last"}));
  hello = pinned;
  hello.forms.push_back(CaseForm::kNumbers);
  EXPECT_EQ(Changes(pinned, hello),
            (std::vector<std::string>{"+1 forms: numbers"}));
}

}  // namespace gate_test
}  // namespace viewproof
