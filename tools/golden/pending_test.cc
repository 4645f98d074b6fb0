#include "tools/golden/pending.h"

#include "conformance/case/bad_input.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace pending_test {

const Spec kPendingSpec =
    ParseSpec("- t.r1 A matrix is transposed.\n- view.r1 It is viewed.\n");

const std::string kTransposed =
    "[\"t/waits\"]\nwhy   = \"rows and columns must change places\"\n"
    "rules = [\"t.r1\"]\nflags = [\"Transposed\"]\n"
    "case  = \"float32[2,3] | t()\"\n";

PendingEntry Waiting(const std::string& entry) {
  return {.profile = Profile::kCore, .golden = "sha256:1", .entry = entry};
}

// libtorch is not there: the reference and the model vouch.
Files PromoteHere(const std::string& entry, const Files& cases,
                  std::vector<std::string>& problems) {
  return Promote({Waiting(entry)}, cases,
                 {MakeReference(), MakeModel(), nullptr}, kPendingSpec,
                 problems);
}

TEST(PendingTest, ALineIsReadAsItWasWritten) {
  const std::vector<PendingEntry> read =
      ParsePending(TextOf({Waiting(kTransposed), Waiting("[\"t/b\"]\n")}));
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].profile, Profile::kCore);
  EXPECT_EQ(read[0].golden, "sha256:1");
  EXPECT_EQ(read[0].entry, kTransposed);
  EXPECT_EQ(read[1].entry, "[\"t/b\"]\n");
}

TEST(PendingTest, ABadLineIsNamed) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      ParsePending(text);
    } catch (const BadInput& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(TextOf({Waiting("x")}) + "{\"profile\":\"cor\"}\n"),
            "tools/golden/pending.jsonl:2: field \"profile\": unknown profile "
            "\"cor\"");
  EXPECT_EQ(refusal("{}\n"),
            "tools/golden/pending.jsonl:1: field \"entry\": missing");
  EXPECT_EQ(refusal("{\"entry\":\"x\",\"by\":\"y\"}\n"),
            "tools/golden/pending.jsonl:1: field \"by\": unknown field");
  EXPECT_NE(refusal("half a line"), "");
}

TEST(PendingTest, ALineOlderThanGoldenIsOverdue) {
  const std::vector<PendingEntry> pending = {Waiting("x")};
  EXPECT_TRUE(Overdue(pending, "sha256:1").empty());
  ASSERT_EQ(Overdue(pending, "sha256:2").size(), 1U);
  EXPECT_TRUE(Overdue(pending, "sha256:2")[0].starts_with(
      "tools/golden/pending.jsonl:1: older than golden/"));
}

TEST(PendingTest, AnEntryIsAddedToTheFileOfItsOp) {
  const Files cases = {{"core/drawn.toml", "[\"t/drawn\"]\n"},
                       {"core/permute.toml", "[\"t/is-there\"]\n"},
                       {"dtype/t.toml", "[\"t/other-profile\"]\n"}};
  std::vector<std::string> problems;
  const Files changed = PromoteHere(kTransposed, cases, problems);
  EXPECT_EQ(problems, std::vector<std::string>());
  EXPECT_EQ(
      changed,
      (Files{{"core/permute.toml", "[\"t/is-there\"]\n\n" + kTransposed}}));
}

TEST(PendingTest, AnEntryOfAnOpWithoutFileIsDrawn) {
  std::vector<std::string> problems;
  const Files changed = PromoteHere(kTransposed, {}, problems);
  EXPECT_EQ(problems, std::vector<std::string>());
  EXPECT_EQ(changed, (Files{{"core/drawn.toml", kTransposed}}));
}

TEST(PendingTest, WhatGoldenMayNotHoldIsRefused) {
  std::vector<std::string> problems;
  const std::string fails = kTransposed + "outcome = [\"rank\"]\n";
  EXPECT_EQ(PromoteHere(fails, {}, problems), Files());
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_NE(problems[0].find("outcome: step 1 was predicted rank and is ok"),
            std::string::npos)
      << problems[0];
}

}  // namespace pending_test
}  // namespace viewproof
