#include "conformance/run/conclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace viewproof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// What is noted of a passing run without a gate.
std::vector<std::string> NotesOn(std::vector<CaseForm> forms) {
  Hello hello;
  hello.forms = std::move(forms);
  Tally tally{Facets()};
  tally.executed = 1;
  return Conclude(nullptr, hello, tally, {}, RunFacts()).notes;
}

TEST(Conclude, SaysWithoutAGateWhichFormsHelloLacks) {
  using enum CaseForm;
  EXPECT_THAT(
      NotesOn({}),
      ElementsAre("hello lacks the forms digest data numbers index_tensors"));
  EXPECT_THAT(NotesOn({kDigest, kData, kIndexTensors}),
              ElementsAre("hello lacks the forms numbers"));
  EXPECT_THAT(NotesOn({kDigest, kData, kNumbers, kIndexTensors}), IsEmpty());
}

// A complete gate file, and a run that meets it but for its stray deaths.
std::string HeadlineOf(std::vector<FlakyDeath> allowed,
                       std::map<std::string, int64_t> deaths,
                       const Hello& hello = Hello(),
                       const Hello& pinned = Hello()) {
  Gate gate;
  gate.golden = "sha256:1";
  gate.executed = 1;
  gate.subject = pinned;
  gate.flaky_deaths = std::move(allowed);
  Tally tally{Facets()};
  tally.executed = 1;
  tally.counts.passed = 1;
  tally.executed_profiles = {Profile::kCore};
  RunFacts facts;
  facts.golden = gate.golden;
  facts.trouble.stray_deaths = std::move(deaths);
  return Conclude(&gate, hello, tally, {}, facts).headline;
}

TEST(Conclude, IsRedForDeathsThatNoCaseRepeats) {
  EXPECT_EQ(HeadlineOf({}, {}), "GREEN core 1 of 1 executed");
  EXPECT_EQ(HeadlineOf({}, {{"SIGSEGV", 4}, {"exit 1", 1}}),
            "RED: died 5 times, in no case that repeats it: SIGSEGV 4, exit 1");
}

TEST(Conclude, IsRedForADeclarationThatTheGateDoesNotPin) {
  Hello hello;
  hello.borrowed = {"slice"};
  EXPECT_EQ(HeadlineOf({}, {}, hello),
            "RED: hello changed (+1 borrowed: slice)");
  hello = Hello();
  hello.rebinds = true;
  EXPECT_EQ(HeadlineOf({}, {}, hello),
            "RED: hello changed (writes: in_place -> rebind)");
  hello = Hello();
  hello.ints = 32;
  EXPECT_EQ(HeadlineOf({}, {}, hello), "RED: hello changed (ints: 64 -> 32)");
}

// Of a shard of a gate that pins `golden`, when one known failure ended so.
Conclusion OfShard(const std::string& golden, Unmet why) {
  Gate gate;
  gate.path = "my.gate.toml";
  gate.suite_version = "0.0.9";
  gate.golden = golden;
  gate.executed = 2;
  gate.subject = Hello();
  Tally tally{Facets()};
  tally.executed = 1;
  tally.counts.passed = 1;
  RunFacts facts;
  facts.whole = false;
  facts.shard = true;
  facts.golden = "sha256:1";
  facts.subject = "my.gate.toml";
  const KnownLine line;
  return Conclude(&gate, Hello(), tally, {{&line, why}}, facts);
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
  EXPECT_THAT(OfShard("sha256:0", Unmet::kPasses).notes,
              ElementsAre("golden/ is 0.1.0 sha256:1",
                          "the gate file says 0.0.9 sha256:0",
                          HasSubstr("check my.gate.toml --update")));
}

TEST(Conclude, DemandsNoReadOfASubjectThatShowsNoValues) {
  Hello hello;
  hello.ops = {"read"};
  EXPECT_EQ(HeadlineOf({}, {}, hello, hello), "GREEN core 1 of 1 executed");
  hello.facets = {Facet::kValues};
  EXPECT_EQ(HeadlineOf({}, {}, hello, hello),
            "RED: no case of a declared op was executed: read");
}

TEST(Conclude, AllowsFlakyDeathsUpToTheirNumberAndTellsThem) {
  const std::vector<FlakyDeath> allowed = {
      {{"SIGSEGV", "timeout"}, 3, "x", ""}};
  EXPECT_EQ(HeadlineOf(allowed, {{"SIGSEGV", 2}, {"timeout", 1}}),
            "GREEN core 1 of 1 executed · allowed: died 3 times, in no case "
            "that repeats it: SIGSEGV 2, timeout");
  EXPECT_EQ(
      HeadlineOf(allowed, {{"SIGSEGV", 3}, {"timeout", 1}}),
      "RED: died 4 times, in no case that repeats it: SIGSEGV 3, timeout");
  EXPECT_EQ(HeadlineOf(allowed, {{"exit 1", 1}, {"SIGSEGV", 1}}),
            "RED: died 1 time, in no case that repeats it: exit 1");
}

}  // namespace
}  // namespace viewproof
