#include "conformance/report/ran.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace viewproof {
namespace ran_test {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kVariables[] = {
    "GITHUB_RUN_ID",       "BUILD_BUILDID",    "CI_JOB_URL",
    "BUILDKITE_BUILD_URL", "CIRCLE_BUILD_URL", "TRAVIS_BUILD_WEB_URL",
    "DRONE_BUILD_LINK",    "BUILD_URL"};

class RanTest : public testing::Test {
 protected:
  RanTest() {
    for (const char* name : kVariables) unsetenv(name);
  }
};

TEST_F(RanTest, NamesNoFolderOfAPerson) {
  const Ran ran =
      RanNow({"viewproof", "check", "/home/alice/my.gate.toml",
              "--report=/home/alice/r.jsonl", "sub/r.jsonl", "--",
              "/opt/a b/python3", "PYTHONPATH=/home/alice:/home/bob/x"},
             nullptr);
  EXPECT_EQ(ran.command,
            "viewproof check .../my.gate.toml --report=.../r.jsonl "
            "sub/r.jsonl -- '.../a b/python3' PYTHONPATH=.../alice:.../x");
  EXPECT_THAT(TextsOf(ran), Each(Not(HasSubstr("/home/"))));
  EXPECT_EQ(ran.started.size(), 20U);
}

TEST_F(RanTest, KnowsTheJobThatRanIt) {
  EXPECT_EQ(RanNow({"viewproof"}, nullptr).ci, "");
  setenv("CI_JOB_URL", "https://ci.example/4", 1);
  EXPECT_EQ(RanNow({"viewproof"}, nullptr).ci, "https://ci.example/4");
  setenv("GITHUB_RUN_ID", "7", 1);
  setenv("GITHUB_SERVER_URL", "https://github.example", 1);
  setenv("GITHUB_REPOSITORY", "me/it", 1);
  EXPECT_EQ(RanNow({"viewproof"}, nullptr).ci,
            "https://github.example/me/it/actions/runs/7");
  unsetenv("GITHUB_RUN_ID");
  unsetenv("CI_JOB_URL");
}

TEST_F(RanTest, ReportsTogetherTookAsLongAsAllOfThem) {
  const Ran one = {"2026-11-27T01:50:12Z", 1200, "x", "a", "Python 3", "c", ""};
  const Ran other = {
      "2026-11-26T01:50:12Z", 800, "x", "b", "Python 3", "c", ""};
  const Ran both = Together({one, other});
  EXPECT_THAT(TextsOf(both), ElementsAre("2026-11-26 01:50 UTC", "2.0 s", "x",
                                         "Python 3", "commit c"));
  EXPECT_EQ(Together({one}), one);
  EXPECT_TRUE(TextsOf(Together({})).empty());
}

}  // namespace ran_test
}  // namespace viewproof
