#include "conformance/run/reasons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/run/testing.h"

namespace viewproof {
namespace reasons_test {

using testing::HasSubstr;
using testing::Not;

// A file with a group of narrow and one of select, in which nobody wrote yet.
class WritingReasons : public Checks {
 protected:
  void MakeReport() {
    MakeRootWith(WithWrongOffsets());
    Update();
    options_.groups_file = GroupsPath();
    Run();
  }

  std::string GroupsPath() const { return options_.root + "/groups.toml"; }
};

TEST_F(WritingReasons, KeepsReasonsThatWereFilledInWhenTheFileIsWrittenAgain) {
  MakeReport();
  EditFile(GroupsPath(), "reason = \"\"", "reason = \"bytes\"");
  Run();
  EXPECT_THAT(ReadFile(GroupsPath()), HasSubstr("reason = \"bytes\"\n"));
}

TEST_F(WritingReasons, KeepsWhatWasWrittenForGroupsThatDoNotFailThisTime) {
  MakeReport();
  EditFile(GroupsPath(), "reason = \"\"", "reason = \"bytes\"  # ask Ada");
  EditFile(GroupsPath(), "\n[\"select", "\n# mine\n[\"select");
  const std::string both = ReadFile(GroupsPath());
  options_.only = {"view/*"};
  for (int times = 0; times < 2; ++times) {
    Run();
    const std::string text = ReadFile(GroupsPath());
    EXPECT_THAT(text, HasSubstr("\n# What follows did not fail this time"));
    EXPECT_THAT(text, HasSubstr("reason = \"bytes\"  # ask Ada\n"));
    EXPECT_THAT(text, HasSubstr("\n# mine\n[\"select"));
  }
  options_.only.clear();
  Run();
  EXPECT_EQ(ReadFile(GroupsPath()), both);
}

TEST_F(WritingReasons, DropsGroupsInWhichNobodyWrote) {
  MakeReport();
  options_.only = {"view/*"};
  Run();
  EXPECT_THAT(ReadFile(GroupsPath()), Not(HasSubstr("[")));
}

TEST_F(WritingReasons, RefusesToWriteAgainWhatIsLaidOutOtherwise) {
  MakeReport();
  const std::string text =
      "\"select offset strides fail\" = {reason = \"bytes\"}\n";
  WriteFile(GroupsPath(), text);
  EXPECT_THROW(Run(), BadInput);
  EXPECT_EQ(ReadFile(GroupsPath()), text);
}

}  // namespace reasons_test
}  // namespace viewproof
