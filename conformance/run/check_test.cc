#include "conformance/run/check.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/case.h"
#include "conformance/case/ops.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/gate_save.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/process/executor.h"
#include "conformance/run/testing.h"

namespace viewproof {
namespace check_test {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// The names of all ops but this one, as a gate file lists them.
std::string AllOpsBut(std::string_view left_out) {
  std::string list;
  for (const Op& op : Ops()) {
    if (op.name == left_out) continue;
    list.append(list.empty() ? "\"" : ", \"").append(op.name).append("\"");
  }
  return list;
}

TEST_F(Checks, AreNotGreenBeforeTheGateFileIsComplete) {
  MakeRootWith(OfEveryOp());
  const Result result = Run();
  EXPECT_EQ(result.status, kRed);
  EXPECT_THAT(result.text, HasSubstr("NOT GATED"));
  EXPECT_THAT(result.text,
              HasSubstr("\n" + CountOfOps() + " passed · 0 new · 0 known · "));
}

TEST_F(Checks, CompleteTheGateFileAndAreGreenFromThenOn) {
  MakeRootWith(OfEveryOp());
  EXPECT_EQ(Update().status, kGreen);
  const Result result = Run();
  EXPECT_EQ(result.status, kGreen);
  EXPECT_THAT(result.text, StartsWith("GREEN reference 0.1.0: nothing new "));
  EXPECT_THAT(result.text, HasSubstr("\n" + CountOfOps() + " passed · "));
}

TEST_F(Checks, ShowTheFirstFailuresInFullAndTheirCauses) {
  MakeRootWith(WithWrongOffsets());
  options_.report = report_;
  const Result result = Run();
  EXPECT_EQ(result.status, kRed);
  EXPECT_THAT(result.text, Not(HasSubstr("\nview ")));
  EXPECT_THAT(result.text, HasSubstr("case      float32[4] | narrow(0, 1, 2)"));
  EXPECT_THAT(result.text, HasSubstr("code      offset in strides"));
  EXPECT_THAT(result.text,
              HasSubstr("tools/viewproof check acme --only narrow/a"));
  EXPECT_THAT(result.text,
              HasSubstr(CountOfOps(-2) + " passed · 2 new · 0 known · "));
  options_.verbose = true;
  EXPECT_THAT(Run().text, ContainsRegex("\nnarrow +- +1 +- +- +-\n"));
}

TEST_F(Checks, NumberTheGroupsAsAcceptDoes) {
  std::vector<Vector> vectors = WithWrongOffsets();
  for (Vector& vector : vectors) {
    if (vector.test.id != "as_strided/a") continue;
    ExpectedOf(vector, 1)[0].values->list[0] = {6};
  }
  MakeRootWith(vectors);
  options_.report = report_;
  Update();
  const Result result = Run();
  EXPECT_THAT(
      result.text,
      HasSubstr("#1 as_strided gives right strides, and elements that do"));
  AcceptGroup(1, "the gravest");
  EXPECT_EQ(ReadGate(GatePath()).entries.at(0).op, "as_strided");
}

// Four vectors of three ops each: the reference's offset is 4 x the expected.
std::vector<Vector> WithOffsetsInBytes() {
  std::vector<Vector> vectors = OfEveryOp();
  for (const char* text :
       {"float32[8] | narrow(0, 4, 2)", "float32[2,4] | select(0, 1)",
        "float32[8] | slice(0, 4, 6, 1)"}) {
    for (int k = 0; k < 4; ++k) {
      Vector vector = VectorOf(text);
      vector.test.id =
          fmt::format("{}/wrong-{}", vector.test.chain[0].op->name, k);
      ExpectedOf(vector, 1)[0].offset = 1;
      vectors.push_back(vector);
    }
  }
  return vectors;
}

TEST_F(Checks, AcceptAGroupOfManyOpsAsAnEntryOfEach) {
  MakeRootWith(WithOffsetsInBytes());
  options_.report = report_;
  Update();
  EXPECT_THAT(
      Run().text,
      HasSubstr("#1 each of 3 ops gives an offset times the item size"));
  AcceptGroup(1, "bytes");
  EXPECT_EQ(Run().status, kGreen);
  const Gate gate = ReadGate(GatePath());
  ASSERT_EQ(gate.entries.size(), 3u);
  EXPECT_EQ(gate.entries[0].op, "narrow");
  EXPECT_EQ(gate.entries[2].op, "slice");
  EXPECT_EQ(gate.cases.size(), 12u);
}

TEST_F(Checks, AddToOneEntryWhatTwoGroupsHaveInCommon) {
  std::vector<Vector> vectors = WithOffsetsInBytes();
  vectors.push_back(VectorOf("float32[8] | slice(0, 3, 6, 1)", "slice/other"));
  ExpectedOf(vectors.back(), 1)[0].offset = 1;
  MakeRootWith(vectors);
  options_.report = report_;
  Update();
  EXPECT_THAT(Run().text,
              ContainsRegex("#2 slice gives a wrong offset +1 case\n"));
  AcceptGroup(0, "all");
  EXPECT_EQ(Run().status, kGreen);
  EXPECT_EQ(ReadGate(GatePath()).entries.size(), 3u);
}

TEST_F(Checks, AreGreenWithFailuresThatWereAccepted) {
  MakeRootWith(WithWrongOffsets());
  options_.report = report_;
  Update();
  AcceptGroup(1, "the first");
  EXPECT_EQ(Run().status, kRed);
  AcceptGroup(1, "the second");
  const Result result = Run();
  EXPECT_EQ(result.status, kGreen);
  EXPECT_THAT(result.text,
              HasSubstr("\nknown  narrow 1 · select 1, in 2 entries\n"));
  EXPECT_THAT(result.text,
              HasSubstr(CountOfOps(-2) + " passed · 0 new · 2 known · "));
  const Gate gate = ReadGate(GatePath());
  ASSERT_EQ(gate.entries.size(), 2u);
  EXPECT_EQ(gate.entries[0].reason, "the first");
  EXPECT_EQ(gate.cases.size(), 2u);
}

TEST_F(Checks, AcceptEverythingAsUnreviewedButNotWhereReviewIsDemanded) {
  MakeRootWith(WithWrongOffsets());
  options_.report = report_;
  Update();
  AcceptGroup(0, std::string(kUnreviewed));
  EXPECT_EQ(Run().status, kGreen);
  EditGate("[demand]", "[demand]\nreviewed = true");
  const Result result = Run();
  EXPECT_EQ(result.status, kRed);
  EXPECT_THAT(result.text, HasSubstr("unreviewed"));
}

TEST_F(Checks, AreRedWhenAKnownFailurePassesAndUpdateLocksItIn) {
  MakeRootWith(OfEveryOp());
  Update();
  const Gate gate = ReadGate(GatePath());
  Gate wanted = gate;
  wanted.cases = {
      {"view/a",
       DType::kFloat32,
       {Verdict::kFail, {Facet::kShape}, "ok_for_error", "view", 2}}};
  EntryFor(wanted.cases[0], "was once so", "", wanted);
  SaveGate(gate, wanted);
  const std::string text = ReadFile(GatePath());
  const Result result = Run();
  EXPECT_EQ(result.status, kRed);
  EXPECT_THAT(
      result.text,
      StartsWith("RED reference 0.1.0 (better): 1 known failure passes"));
  const Result updated = Update();
  EXPECT_EQ(updated.status, kGreen);
  EXPECT_THAT(updated.text, HasSubstr("no case is known of the entry of view"));
  EXPECT_EQ(ReadFile(GatePath()), text);
  EXPECT_TRUE(ReadGate(GatePath()).cases.empty());
}

TEST_F(Checks, NeverAddAFailureByUpdate) {
  MakeRootWith(WithWrongOffsets());
  EXPECT_EQ(Update().status, kRed);
  EXPECT_TRUE(ReadGate(GatePath()).entries.empty());
  EXPECT_TRUE(ReadGate(GatePath()).cases.empty());
}

TEST_F(Checks, AreRedWhenHelloChanged) {
  MakeRootWith(OfEveryOp());
  Update();
  EditLock("\"as_strided\",", "");
  const Result result = Run();
  EXPECT_EQ(result.status, kRed);
  EXPECT_THAT(
      result.text,
      StartsWith("RED reference 0.1.0: hello changed (+1 ops: as_strided)"));
}

TEST_F(Checks, TellAChangedSuiteFromARegression) {
  MakeRootWith(OfEveryOp());
  Update();
  EditLock("\"sha256:", "\"sha256:0");
  const Result result = Run();
  EXPECT_EQ(result.status, kRed);
  EXPECT_THAT(result.text, HasSubstr("SUITE CHANGED"));
}

TEST_F(Checks, AreRedWhenAnotherNumberOfCasesIsExecuted) {
  MakeRootWith(OfEveryOp());
  Update();
  EditLock("\"executed\":" + CountOfOps(), "\"executed\":" + CountOfOps(1));
  const Result result = Run();
  EXPECT_EQ(result.status, kRed);
  EXPECT_THAT(result.text, HasSubstr("ran " + CountOfOps() + " cases, not " +
                                     CountOfOps(1)));
}

TEST_F(Checks, AreRedWhenADeclaredOpIsNeverExecuted) {
  std::vector<Vector> vectors = OfEveryOp();
  const std::string op(vectors.back().test.chain.back().op->name);
  vectors.pop_back();
  MakeRootWith(vectors);
  const Result result = Update();
  EXPECT_EQ(result.status, kRed);
  EXPECT_THAT(result.text,
              HasSubstr("no case of a declared op was executed: " + op + "\n"));
}

TEST_F(Checks, AreRedWhenNothingIsExecuted) {
  MakeRootWith(OfEveryOp());
  options_.only = {"detach/a"};
  options_.shard = {2, 2};
  EXPECT_EQ(Run().status, kRed);
}

TEST_F(Checks, RefuseAGlobThatNoCaseMatches) {
  MakeRootWith(OfEveryOp());
  for (auto* globs : {&options_.only, &options_.leave_out}) {
    const std::string option = globs == &options_.only ? "--only" : "--not";
    for (const auto& [glob, hint] :
         {std::pair("nothing/*", ""),
          {"permutes/*", "; did you mean permute?"},
          {"detach/ab", "; did you mean detach/a"}}) {
      *globs = {"detach/a", glob};
      EXPECT_THAT([&] { Run(); },
                  testing::ThrowsMessage<BadInput>(testing::StartsWith(
                      option + ": no case of what is to be run is called \"" +
                      glob + "\"" + hint)));
    }
    globs->clear();
  }
}

TEST_F(Checks, OfAPartAreNotGated) {
  MakeRootWith(OfEveryOp());
  options_.only = {"split*"};
  const Result result = Run();
  EXPECT_EQ(result.status, kGreen);
  EXPECT_THAT(result.text, StartsWith("PARTIAL reference 0.1.0, not gated"));
  EXPECT_THAT(result.text, HasSubstr("\n2 passed · 0 new · "));
}

TEST_F(Checks, WriteTheSameReportTwiceSortedAndWithAFooter) {
  MakeRootWith(WithWrongOffsets());
  options_.report = report_;
  options_.dtypes = {DType::kUInt8};
  Run();
  const std::string first = ReadFile(report_);
  Run();
  EXPECT_EQ(ReadFile(report_), first);
  EXPECT_THAT(first, HasSubstr("{\"footer\":{\"run\":\"complete\""));
  EXPECT_LT(first.find("\"as_strided/a\",\"dtype\":\"float32\""),
            first.find("\"as_strided/a\",\"dtype\":\"uint8\""));
  EXPECT_LT(first.find("\"as_strided/a\",\"dtype\":\"uint8\""),
            first.find("\"chunk/a\",\"dtype\":\"float32\""));
  EXPECT_THAT(first, Not(HasSubstr(options_.root)));
}

TEST_F(Checks, LeaveNoReportBehindWhenTheVectorsAreBad) {
  MakeRootWith(OfEveryOp());
  const std::string bad = options_.root + "/bad.jsonl";
  WriteFile(bad, LineOf(OfEveryOp()[0]) + "{\"id\":");
  options_.vectors = {bad};
  options_.report = report_;
  EXPECT_THROW(Run(), BadInput);
  EXPECT_FALSE(std::filesystem::exists(report_));
  for (const auto& entry : std::filesystem::directory_iterator(options_.root)) {
    EXPECT_THAT(entry.path().filename().string(),
                Not(testing::StartsWith("report")));
  }
}

TEST_F(Checks, OfferTheNearestNamesOfSubjects) {
  MakeRootWith(OfEveryOp());
  options_.subject.name = "acne";
  try {
    Run();
    ADD_FAILURE() << "there is no such subject";
  } catch (const BadInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean acme?"));
  }
}

TEST_F(Checks, SayWhyAnAdapterDoesNotStart) {
  MakeRootWith(OfEveryOp());
  options_.subject = {"", {"/bin/sh", "-c", "echo no device >&2; exit 7"}, {}};
  try {
    Run();
    ADD_FAILURE() << "it does not start";
  } catch (const Infrastructure& error) {
    EXPECT_THAT(error.what(), HasSubstr("no device"));
  }
}

TEST_F(Checks, LoadWhatGlibcNeedsForItsHeapCheck) {
  MakeRootWith(OfEveryOp());
  EditGate("linked = \"reference\"",
           "heap_check = true\ncommand = [\"/bin/sh\", \"-c\", "
           "\"echo $MALLOC_CHECK_ $LD_PRELOAD >&2; exit 7\"]");
  try {
    Run();
    ADD_FAILURE() << "it does not start";
  } catch (const Infrastructure& error) {
    EXPECT_THAT(error.what(), HasSubstr("3 libc_malloc_debug.so.0"));
  }
}

}  // namespace check_test
}  // namespace viewproof
