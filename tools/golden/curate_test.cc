#include "tools/golden/curate.h"

#include <algorithm>

#include "conformance/case/bad_input.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace curate_test {

const Spec kSpec = ParseSpec(
    "- t.r1 A matrix is transposed.\n"
    "1. t.e1 `rank` more than two dimensions\n"
    "1. view.e1 `argument` a size below -1\n"
    "1. view.e5 `not_viewable` strides that cannot express the view\n");

// The reference stands in for libtorch, which most machines lack.
Witnesses Agreeing() { return {MakeReference(), MakeModel(), MakeReference()}; }

// An oracle whose t() copies.
Witnesses WithCopyingOracle() {
  return {MakeReference(), MakeModel(),
          MakeMutant(*std::ranges::find(Effects(), "copied", &Mutant::name),
                     *FindOp("t"))};
}

Entry MakeEntry(const std::string& fields) {
  std::vector<std::string> problems;
  const std::vector<Entry> entries = ParseEntries(
      "[\"t/a-case\"]\nwhy = \"so that there is a reason\"\n" + fields,
      "x.toml", kSpec, problems);
  EXPECT_EQ(problems, std::vector<std::string>());
  return entries.at(0);
}

Vector CuratedVector(const std::string& fields) {
  return Curate(MakeEntry(fields), Profile::kCore, Agreeing(), kSpec).vector;
}

std::string Refusal(const std::string& fields,
                    const Witnesses& witnesses = Agreeing()) {
  try {
    Curate(MakeEntry(fields), Profile::kCore, witnesses, kSpec);
  } catch (const BadInput& e) {
    return e.what();
  }
  return "";
}

TEST(Curate, TakesTheOraclesAnswerAndAddsTheErrorsRule) {
  const Vector vector = CuratedVector(
      "rules = [\"t.r1\"]\n"
      "case = \"float32[2,3] | t() | view([6])\"\noutcome = \"not_viewable\"");
  EXPECT_EQ(vector.rules, (std::vector<std::string>{"t.r1", "view.e5"}));
  const auto& error = std::get<ErrorReply>(vector.expect.at(1));
  EXPECT_EQ(error.kind, ErrorKind::kNotViewable);
  EXPECT_EQ(error.rule, "view.e5");
  EXPECT_EQ(error.message, "");
}

TEST(Curate, RefusesAWrongPrediction) {
  EXPECT_NE(
      Refusal("rules = [\"t.r1\"]\ncase = \"float32[2,3] | t()\"\n"
              "outcome = \"rank\"")
          .find("[t/a-case] outcome: step 1 was predicted rank and is ok"),
      std::string::npos);
}

TEST(Curate, RefusesWhatTheWitnessesDisagreeOn) {
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\ncase = \"float32[2,3] | t()\"",
                    WithCopyingOracle())
                .find("the witnesses disagree at step 1"),
            std::string::npos);
}

TEST(Curate, LetsTheReferenceAndTheModelSpeakWhereTheOracleDiffers) {
  const Entry entry = MakeEntry(
      "rules = [\"t.r1\"]\nflags = [\"OracleDiffers\"]\n"
      "case = \"float32[2,3] | t()\"");
  const Vector vector =
      Curate(entry, Profile::kCore, WithCopyingOracle(), kSpec).vector;
  const auto& outputs = std::get<std::vector<Output>>(vector.expect.at(0));
  EXPECT_EQ(outputs.at(0).storage, 0);
}

TEST(Curate, RefusesAPairOfWhichOneAloneIsNoFault) {
  const std::string pair =
      "case = \"float32[{base}] | t() | view({size})\"\n"
      "good = {base = \"2,3\", size = [3,2]}\n"
      "faults = [{rule = \"view.e1\", size = [-2]},"
      " {rule = \"view.e5\", base = ";
  EXPECT_EQ(Refusal(pair + "\"3,2\"}]"), "");
  EXPECT_NE(Refusal(pair + "\"6,1\"}]")
                .find("faults: alone, view.e5 is not broken by "
                      "float32[6,1] | t() | view([3,2])"),
            std::string::npos);
}

TEST(Curate, RefusesAStepOnATensorThatDoesNotExist) {
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\ncase = \"float32[2] | t() @0.3\"")
                .find("step 1 names a tensor that does not exist"),
            std::string::npos);
}

TEST(Curate, WritesOutTheOtherWorldOfAReshapeThatViews) {
  const Vector vector = CuratedVector(
      "rules = [\"t.r1\"]\n"
      "case = \"float32[2,3] | t() | reshape([3,2])\"");
  ASSERT_EQ(vector.alternative.size(), 2u);
  const auto& outputs = std::get<std::vector<Output>>(vector.alternative[1]);
  EXPECT_EQ(outputs.at(0).storage, 1);
  EXPECT_EQ(outputs.at(0).strides, (Ints{2, 1}));
}

TEST(Curate, HasNoOtherWorldWhereReshapeMustCopy) {
  EXPECT_TRUE(CuratedVector("rules = [\"t.r1\"]\n"
                            "case = \"float32[2,3] | t() | reshape([6])\"")
                  .alternative.empty());
}

TEST(Curate, HasNoOtherWorldIfTheViewIsDemanded) {
  const Vector vector = CuratedVector(
      "rules = [\"t.r1\"]\nflags = [\"SharesWhenViewable\"]\n"
      "case = \"float32[2,3] | t() | reshape([3,2])\"");
  EXPECT_TRUE(vector.alternative.empty());
  EXPECT_EQ(std::get<std::vector<Output>>(vector.expect[1]).at(0).storage, 0);
}

TEST(Curate, RefusesToDemandAViewThatDoesNotExist) {
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\nflags = [\"SharesWhenViewable\"]\n"
                    "case = \"float32[2,3] | t() | reshape([6])\"")
                .find("SharesWhenViewable asks for one step that may copy"),
            std::string::npos);
}

TEST(Curate, RefusesAnotherDTypeOfABaseWithoutBytes) {
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\ncase = \"float32[2] | t() | "
                    "view.dtype(int32)\"")
                .find("view.dtype to int32 of a base without \"bytes\", cycle, "
                      "values or hex"),
            std::string::npos);
}

TEST(Curate, RefusesADropOfTheCurrentTensor) {
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\ncase = \"float32[2] | t() | "
                    "drop() @1.0\"")
                .find("expect: step 2 drops the current tensor"),
            std::string::npos);
}

TEST(Curate, RefusesADropThatEndsAStorage) {
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\ncase = \"float32[2] | t() | clone() | "
                    "drop() @0.0 | drop() @1.0\"")
                .find("expect: step 4 drops the last tensor of a storage"),
            std::string::npos);
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\ncase = \"float32[2] | t() | "
                    "reshape([1,2]) | drop() @0.0 | drop() @1.0\"")
                .find("or: step 4 drops the last tensor of a storage"),
            std::string::npos);
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\ncase = \"float32[2] | t() | t() | "
                    "drop() @0.0 | drop() @1.0 | drop() @2.0\"")
                .find("expect: step 5 drops the current tensor"),
            std::string::npos);
}

// dtype.u2
TEST(Curate, RefusesAnOpThatIsUnspecifiedForItsDType) {
  const auto is_refused = [](const std::string& steps) {
    return Refusal(
               "rules = [\"t.r1\"]\ncase = \"uint8[4] bytes | t() | "
               "view.dtype(uint16) | " +
               steps + "\"")
               .find(
                   "leaves open what it does with a dtype of view.dtype "
                   "alone (dtype.u2)") != std::string::npos;
  };
  EXPECT_TRUE(is_refused("copy_(@2.0)"));
  EXPECT_TRUE(is_refused("conj()"));
  EXPECT_TRUE(is_refused("getitem([int64[1]{0}])"));
  EXPECT_TRUE(is_refused("slice(0, 0, 2, 1) @0.0 | view_as(@2.0)"));
  EXPECT_FALSE(is_refused("getitem([0]) | reshape([1]) | clone() | read()"));
}

TEST(Curate, RefusesMoreBytesThanAreFloat16WithoutNaNs) {
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\ncase = \"uint8[122] bytes | t() | "
                    "view.dtype(float16)\"")
                .find("122 bytes as float16 hold NaNs"),
            std::string::npos);
}

TEST(Curate, RefusesBooleansOfOtherBytesThan0And1) {
  for (const char* base : {"int8[2] 0x0102", "int8[2] cycle"}) {
    EXPECT_NE(Refusal(std::string("rules = [\"t.r1\"]\ncase = \"") + base +
                      " | t() | view.dtype(bool)\"")
                  .find("view.dtype to bool of bytes other than 00 and 01"),
              std::string::npos);
  }
}

TEST(Curate, BoundsABaseButForACycle) {
  EXPECT_EQ(Refusal("rules = [\"t.r1\"]\ncase = \"int8[262144] cycle | t()\"")
                .find("no tensor of at most"),
            std::string::npos);
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\ncase = \"int8[128] | t()\"")
                .find("base: no tensor of at most 127 elements"),
            std::string::npos);
}

TEST(Curate, RefusesAWriteOfBytesThatAreNoBooleans) {
  const std::string before = "rules = [\"t.r1\"]\ncase = \"uint8[2] bytes | ";
  const std::string problem = "step 2 writes through another dtype than bool";
  EXPECT_NE(
      Refusal(before + "t() | fill_(101) | view.dtype(bool)\"").find(problem),
      std::string::npos);
  EXPECT_EQ(
      Refusal(before + "view.dtype(bool) | fill_(101) | t()\"").find(problem),
      std::string::npos);
}

TEST(Curate, AddsTheFlagsThatNobodyTypes) {
  EXPECT_EQ(CuratedVector("rules = [\"t.r1\"]\nflags = [\"Order\", \"Zero\"]\n"
                          "case = \"float32[2,3] | t() | expand([65536,3,2])\"")
                .flags,
            (std::vector<std::string>{"Order", "Zero"}));
  EXPECT_EQ(
      CuratedVector("rules = [\"t.r1\"]\nflags = [\"Order\", \"Zero\"]\n"
                    "case = \"float32[2,3] | t() | expand([65536,65536,3,2])\"")
          .flags,
      (std::vector<std::string>{"Order", "WideInt", "Zero"}));
}

TEST(Curate, RefusesAFlagThatIsComputed) {
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\nflags = [\"WideInt\"]\n"
                    "case = \"float32[2,3] | t()\"")
                .find("[t/a-case] flags: WideInt is computed"),
            std::string::npos);
}

TEST(Curate, RefusesTwoChoices) {
  EXPECT_NE(Refusal("rules = [\"t.r1\"]\n"
                    "case = \"float32[2,3] | t() | reshape([3,2]) | "
                    "reshape([6])\"")
                .find("more than one step may view or copy"),
            std::string::npos);
}

TEST(Curate, RaisesTheRevisionWhereALineShowsADigest) {
  const auto rev = [](const std::string& fields) {
    return CuratedVector("rules = [\"t.r1\"]\n" + fields).rev;
  };
  EXPECT_EQ(rev("case = \"float32[8,8] | t()\"\n"), 1);
  EXPECT_EQ(rev("case = \"float32[8,9] | t()\"\n"), 2);
  EXPECT_EQ(rev("rev = 2\ncase = \"float32[8,9] | t()\"\n"), 3);
}

}  // namespace curate_test
}  // namespace viewproof
