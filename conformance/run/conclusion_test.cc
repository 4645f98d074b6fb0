#include "conformance/run/conclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace viewproof {
namespace conclusion_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Returns what is noted of a passing run without a gate.
std::vector<std::string> NotesOn(std::vector<CaseForm> forms) {
  Hello hello;
  hello.forms = std::move(forms);
  Tally tally{Facets()};
  tally.all.passed = 1;
  return Conclude(nullptr, hello, tally, {}, RunFacts()).notes;
}

TEST(Conclude, SaysWithoutAGateWhichFormsHelloLacks) {
  using enum CaseForm;
  EXPECT_THAT(
      NotesOn({}),
      ElementsAre("hello lacks the forms digest data numbers index_tensors "
                  "many_outputs signed_zero"));
  EXPECT_THAT(
      NotesOn({kDigest, kData, kIndexTensors, kManyOutputs, kSignedZero}),
      ElementsAre("hello lacks the forms numbers"));
  EXPECT_THAT(NotesOn({kDigest, kData, kNumbers, kIndexTensors, kManyOutputs,
                       kSignedZero}),
              IsEmpty());
}

Hello Shown() {
  Hello hello;
  hello.facets = Facets::All();
  return hello;
}

// A complete gate file, and a run that meets it but for its stray deaths.
std::string HeadlineOf(std::vector<FlakyDeath> allowed,
                       std::map<std::string, int64_t> deaths,
                       const Hello& hello = Shown(),
                       const Hello& pinned = Shown()) {
  Gate gate;
  gate.golden = "sha256:1";
  gate.executed = 1;
  gate.subject = pinned;
  gate.flaky_deaths = std::move(allowed);
  Tally tally{Facets()};
  tally.all.passed = 1;
  tally.by_profile[Profile::kCore] = tally.all;
  RunFacts facts;
  facts.golden = gate.golden;
  facts.trouble.stray_deaths = std::move(deaths);
  const Conclusion conclusion = Conclude(&gate, hello, tally, {}, facts);
  const bool tells = conclusion.green && !conclusion.notes.empty();
  return conclusion.headline + (tells ? " / " + conclusion.notes[0] : "");
}

TEST(Conclude, IsRedForDeathsThatNoCaseRepeats) {
  EXPECT_EQ(HeadlineOf({}, {}), "GREEN: nothing new");
  EXPECT_EQ(HeadlineOf({}, {{"SIGSEGV", 4}, {"exit 1", 1}}),
            "RED: died 5 times, in no case that repeats it: SIGSEGV 4, exit 1");
}

TEST(Conclude, IsRedForADeclarationThatTheGateDoesNotPin) {
  Hello hello = Shown();
  hello.borrowed = {"slice"};
  EXPECT_EQ(HeadlineOf({}, {}, hello),
            "RED: hello changed (+1 borrowed: slice)");
  hello = Shown();
  hello.rebinds = true;
  EXPECT_EQ(HeadlineOf({}, {}, hello),
            "RED: hello changed (writes: in_place -> rebind)");
  hello = Shown();
  hello.ints = 32;
  EXPECT_EQ(HeadlineOf({}, {}, hello), "RED: hello changed (ints: 64 -> 32)");
}

// Concludes a shard of a gate that pins `golden`, when one known failure ended
// so.
Conclusion OfShard(const std::string& golden, Unmet why) {
  Gate gate;
  gate.path = "my.gate.toml";
  gate.suite_version = "0.0.9";
  gate.golden = golden;
  gate.executed = 2;
  gate.subject = Shown();
  Tally tally{Facets()};
  tally.all.passed = 1;
  RunFacts facts;
  facts.whole = false;
  facts.shard = true;
  facts.golden = "sha256:1";
  facts.subject = "my.gate.toml";
  const KnownCase line;
  return Conclude(&gate, Shown(), tally, {{&line, why}}, facts);
}

TEST(Conclude, AShardIsHeldToWhatAPartCanTell) {
  Conclusion conclusion = OfShard("sha256:1", Unmet::kNoCase);
  EXPECT_TRUE(conclusion.green);  // Another shard may have it.
  EXPECT_EQ(conclusion.headline, "PARTIAL, not gated");
  conclusion = OfShard("sha256:1", Unmet::kPasses);
  EXPECT_FALSE(conclusion.green);
  EXPECT_THAT(conclusion.headline, HasSubstr("1 known failure passes now"));
  conclusion = OfShard("sha256:0", Unmet::kNoCase);
  EXPECT_FALSE(conclusion.green);
  EXPECT_EQ(conclusion.headline, "SUITE CHANGED");
}

TEST(Conclude, AnotherSuiteSaysWhichAndWhatToRun) {
  const Conclusion conclusion = OfShard("sha256:0", Unmet::kPasses);
  EXPECT_THAT(conclusion.notes,
              ElementsAre("golden/ is 0.1.0 sha256:1",
                          "the gate file says 0.0.9 sha256:0"));
  ASSERT_EQ(conclusion.next.size(), 1u);
  EXPECT_EQ(conclusion.next[0].first,
            "tools/viewproof check my.gate.toml --update");
}

TEST(Conclude, DemandsNoReadOfASubjectThatShowsNoValues) {
  Hello hello;
  hello.ops = {"read"};
  EXPECT_EQ(HeadlineOf({}, {}, hello, hello),
            "GREEN: nothing new · values, strides, alias, identity, "
            "exact, error_kind not shown");
  hello.facets = {Facet::kValues};
  EXPECT_EQ(HeadlineOf({}, {}, hello, hello),
            "RED: no case of a declared op was executed: read");
}

TEST(Conclude, NamesTheFacetsThatHelloLacks) {
  Hello hello;
  hello.facets = {Facet::kValues, Facet::kErrorKind};
  EXPECT_EQ(HeadlineOf({}, {}, hello, hello),
            "GREEN: nothing new · strides, alias, identity, exact not shown");
  EXPECT_EQ(HeadlineOf({}, {{"SIGSEGV", 1}}, hello, hello),
            "RED: died 1 time, in no case that repeats it: SIGSEGV");
}

TEST(Conclude, OfDrawnCasesLooksAtTheSameFacts) {
  Gate gate;
  gate.flaky_deaths = {{{"SIGSEGV"}, 1, "x", ""}};
  Trouble trouble;
  EXPECT_EQ(ConcludeDrawn(nullptr, trouble, {.cases = {1}}).status(), kGreen);
  EXPECT_EQ(ConcludeDrawn(nullptr, trouble, {.cases = {0, 1}, .findings = 1})
                .status(),
            kRed);
  const Conclusion empty = ConcludeDrawn(nullptr, trouble, {});
  EXPECT_EQ(empty.status(), kRed);
  EXPECT_EQ(empty.headline, "RED: nothing was executed");
  trouble.late_deaths["SIGABRT"] = 1;
  trouble.stray_deaths["SIGSEGV"] = 1;
  const Conclusion died = ConcludeDrawn(nullptr, trouble, {.cases = {1}});
  EXPECT_EQ(died.status(), kRed);
  EXPECT_EQ(died.headline,
            "RED: died 1 time, in no case that repeats it: SIGSEGV; nothing "
            "new in 1 case");
  EXPECT_THAT(died.notes, ElementsAre("1 process ended by SIGABRT after bye"));
  EXPECT_EQ(ConcludeDrawn(&gate, trouble, {.cases = {1}}).status(), kGreen);
  trouble.noisy_lines = 1;
  trouble.noise = "\"hi\"";
  EXPECT_EQ(ConcludeDrawn(&gate, trouble, {.cases = {1}}).status(), kMisused);
}

TEST(Conclude, OfDrawnCasesSaysHowManyWereJudgedHoweverItEnded) {
  const Gate gate;
  const auto headline = [&gate](const DrawnRun& drawn, bool gated = true) {
    return ConcludeDrawn(gated ? &gate : nullptr, {}, drawn).headline;
  };
  EXPECT_EQ(headline({.cases = {1000}}, false),
            "GREEN, without a gate file: nothing new in 1,000 cases");
  EXPECT_EQ(headline({.cases = {1000}, .known = 57, .broadly = 2}),
            "GREEN: nothing new in 1,000 cases (57 findings are known)");
  EXPECT_THAT(
      ConcludeDrawn(&gate, {}, {.cases = {9}, .known = 5, .broadly = 2})
          .details,
      ElementsAre("2 findings are known by an entry without conditions"));
  EXPECT_EQ(headline({.cases = {998, 2}, .findings = 2, .known = 1}),
            "RED: 2 new findings in 1,000 cases (1 finding is known)");
  EXPECT_EQ(
      headline({.cases = {811, 1}, .findings = 1, .why = "ended by SIGINT"}),
      "PARTIAL: ended by SIGINT; 1 new finding in 812 cases");
}

TEST(Conclude, AllowsFlakyDeathsUpToTheirNumberAndTellsThem) {
  const std::vector<FlakyDeath> allowed = {
      {{"SIGSEGV", "timeout"}, 3, "x", ""}};
  EXPECT_EQ(HeadlineOf(allowed, {{"SIGSEGV", 2}, {"timeout", 1}}),
            "GREEN: nothing new / allowed: died 3 times, in no case that "
            "repeats it: SIGSEGV 2, timeout");
  EXPECT_EQ(
      HeadlineOf(allowed, {{"SIGSEGV", 3}, {"timeout", 1}}),
      "RED: died 4 times, in no case that repeats it: SIGSEGV 3, timeout");
  EXPECT_EQ(HeadlineOf(allowed, {{"exit 1", 1}, {"SIGSEGV", 1}}),
            "RED: died 1 time, in no case that repeats it: exit 1");
}

}  // namespace conclusion_test
}  // namespace viewproof
