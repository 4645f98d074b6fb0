#include "tools/cli/arguments/arguments.h"

#include "gtest/gtest.h"

namespace viewproof {
namespace arguments_test {

using Words = std::vector<std::string>;

TEST(Arguments, SetTheVariablesThatAreNamedAndLeaveTheOthers) {
  Arguments arguments("tool", "Does something.");
  bool flag = false;
  std::string file;
  int64_t jobs = 1;
  uint64_t seed = 3;
  std::optional<int64_t> end;
  Words names;
  arguments.Add("--flag", &flag, "");
  arguments.Add("FILE", &file, "");
  arguments.Add("--jobs", &jobs, "", {.least = 1, .most = 256});
  arguments.Add("--seed", &seed, "");
  arguments.Add("--to", &end, "");
  arguments.Add("--names", &names, "", {.delimiter = ','});
  EXPECT_EQ(
      arguments.Parse({"a.json", "--flag", "--to", "9", "--names", "x,y"}),
      std::nullopt);
  EXPECT_TRUE(flag);
  EXPECT_EQ(file, "a.json");
  EXPECT_EQ(jobs, 1);
  EXPECT_EQ(seed, 3u);
  EXPECT_EQ(end, 9);
  EXPECT_EQ(names, (Words{"x", "y"}));
}

TEST(Arguments, GiveStatusTwoForWordsThatAreWrong) {
  for (const Words& words : {Words{"--jobs", "0"},
                             {"--jobs", "257"},
                             {"--jobs", "many"},
                             {"--against", "numpy"},
                             {"--all", "--group", "1"},
                             {"--unknown"},
                             {}}) {
    Arguments arguments("tool", "Does something.");
    int64_t jobs = 1;
    int64_t group = 0;
    bool all = false;
    std::string against;
    arguments.Add("--jobs", &jobs, "", {.least = 1, .most = 256});
    arguments.Add("--group", &group, "");
    arguments.Add("--all", &all, "", {.excludes = {"--group"}});
    arguments.Add("--against", &against, "",
                  {.required = words.empty(), .one_of = {"model"}});
    EXPECT_EQ(arguments.Parse(words), 2) << testing::PrintToString(words);
  }
}

TEST(Arguments, GiveStatusZeroAfterHelp) {
  testing::internal::CaptureStdout();
  Arguments arguments("tool", "Does something.");
  EXPECT_EQ(arguments.Parse({"--help"}), 0);
  EXPECT_NE(testing::internal::GetCapturedStdout().find("Does something."),
            std::string::npos);
}

TEST(Arguments, KnowTheOptionsOfAVerb) {
  Arguments arguments("tool", "Does something.");
  std::string file;
  Arguments check = arguments.Verb("check", "Checks.", "");
  check.Add("FILE", &file, "");
  check.Add("--report", &file, "");
  EXPECT_TRUE(check.Has("--report"));
  EXPECT_FALSE(arguments.Has("--report"));
  for (const char* word : {"FILE", "report", "--", "", "--rep"}) {
    EXPECT_FALSE(check.Has(word)) << word;
  }
}

TEST(Arguments, KnowWhichVerbWasGiven) {
  Arguments arguments("tool", "Does something.");
  std::string file;
  Arguments check = arguments.Verb("check", "Checks.", "");
  Arguments list = arguments.Verb("list", "Lists.", "");
  list.Add("FILE", &file, "");
  EXPECT_EQ(arguments.Parse({}), 2);
  EXPECT_EQ(arguments.Parse({"list", "a"}), std::nullopt);
  EXPECT_FALSE(check.given());
  EXPECT_TRUE(list.given());
  EXPECT_EQ(file, "a");
}

}  // namespace arguments_test
}  // namespace viewproof
