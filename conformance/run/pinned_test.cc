// Known failures that are pinned to what was answered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "conformance/gate/lock.h"
#include "conformance/golden_file/file.h"
#include "conformance/run/accept.h"
#include "conformance/run/testing.h"

namespace viewproof {
namespace pinned_test {

using testing::HasSubstr;
using testing::Not;

class Pinned : public Checks {
 protected:
  // Accepts the two failures of a library.
  void MakeKnown() {
    MakeRootWith(WithWrongOffsets());
    Update();
    options_.report = report_;
    Run();
    AcceptGroup(0, "offsets");
    lock_ = LockPath(GatePath());
  }

  // Returns what accept --answers says.
  std::string AddAnswers() {
    const std::string path = options_.root + "/said";
    std::FILE* out = std::fopen(path.c_str(), "w");
    AcceptOptions accept;
    accept.report = report_;
    accept.answers = true;
    Accept(options_.root, accept, out);
    std::fclose(out);
    return ReadFile(path);
  }

  std::string lock_;
};

TEST_F(Pinned, WhatWasAcceptedIsAndAnotherAnswerIsNew) {
  MakeKnown();
  const std::string text = ReadFile(lock_);
  EXPECT_THAT(text, HasSubstr("{\"step\":1,\"answer\":\"offset\",\"dtypes\":"
                              "[\"float32\"],\"ids\":[\"narrow/a\"]}\n"));
  EXPECT_EQ(Run().status, kGreen);
  EditFile(lock_, "\"answer\":\"offset\"", "\"answer\":\"offset storage\"");
  const Result red = Run();
  EXPECT_EQ(red.status, kRed);
  EXPECT_THAT(red.text, HasSubstr("1 of them is known to fail, but not as the "
                                  "gate file lists it"));
  AcceptGroup(0, "no reason: its entry has one");
  EXPECT_EQ(ReadFile(lock_), text);
}

TEST_F(Pinned, FilesOfAnEarlierSuiteGetTheAnswersAlone) {
  MakeKnown();
  const std::string pinned = ReadFile(lock_);
  for (int k = 0; k < 2; ++k) EditFile(lock_, "\"answer\":\"offset\",", "");
  const std::string any = ReadFile(lock_);
  const std::string gate = "# ours\n" + ReadFile(GatePath());
  WriteFile(GatePath(), gate);
  EXPECT_EQ(Run().status, kGreen);
  EXPECT_EQ(ReadFile(lock_), any);
  EXPECT_EQ(AddAnswers(), "accept: the answer of 2 known failures written\n");
  EXPECT_EQ(ReadFile(lock_), pinned);
  EXPECT_EQ(ReadFile(GatePath()), gate);
  EXPECT_EQ(AddAnswers(), "accept: the answer of 0 known failures written\n");
  EXPECT_EQ(ReadFile(lock_), pinned);
}

TEST_F(Pinned, CasesThatAReportDoesNotTellOfStayAsTheyAre) {
  MakeKnown();
  for (int k = 0; k < 2; ++k) EditFile(lock_, "\"answer\":\"offset\",", "");
  options_.leave_out = {"select/*"};
  Run();
  EXPECT_EQ(AddAnswers(),
            "accept: the answer of 1 known failure written; 1 known failure "
            "may have any, since the report does not tell what was answered "
            "there\n");
  EXPECT_THAT(LinesOfFile(lock_)[2], HasSubstr("\"answer\":\"offset\""));
  EXPECT_THAT(LinesOfFile(lock_)[4], Not(HasSubstr("answer")));
}

TEST_F(Pinned, ReasonsAndLinksAreShown) {
  MakeKnown();
  EditGate("reason = \"offsets\"",
           "reason = \"offsets of bytes\"\nlink = \"https://acme.org/7\"");
  options_.verbose = true;
  const std::string text = Run().text;
  EXPECT_THAT(
      text,
      HasSubstr("known failures, by the gate file: 2 in 2 "
                "entries\n        1  narrow gives a wrong offset: offsets of "
                "bytes\n           https://acme.org/7\n"));
  EXPECT_THAT(text,
              HasSubstr("        1  select gives a wrong offset: offsets\n"));
}

}  // namespace pinned_test
}  // namespace viewproof
