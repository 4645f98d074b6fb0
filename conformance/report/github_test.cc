#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "conformance/report/renderings.h"

namespace viewproof {
namespace github_test {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Survey RedWith(int64_t causes) {
  Survey survey;
  survey.origin.header.subject.name = "my,lib";
  survey.origin.footer.headline = "RED: 12 new failures: 100%";
  for (int64_t k = 0; k < causes; ++k) {
    Group group;
    Cause cause;
    cause.failure.op = "slice";
    group.causes = {cause};
    group.count = 2;
    group.smallest.id = "slice/case-" + std::to_string(k);
    group.smallest.detail = "one\ntwo: 100%\x1b[31m";
    survey.groups.push_back(group);
  }
  return survey;
}

TEST(Github, AnErrorIsOneLineWithoutWhatEndsItOrPaints) {
  const std::string lines = AnnotationsOf(RedWith(1));
  EXPECT_THAT(lines, StartsWith("::error title="));
  EXPECT_EQ(std::ranges::count(lines, '\n'), 1);
  EXPECT_THAT(lines, HasSubstr("slice/case-0"));
  EXPECT_THAT(lines, HasSubstr("%0A"));
  EXPECT_THAT(lines, HasSubstr("two: 100%25\\x1b[31m"));
}

TEST(Github, TenLinesAtMostAndTheLastCountsTheRest) {
  EXPECT_EQ(std::ranges::count(AnnotationsOf(RedWith(10)), '\n'), 10);
  const std::string lines = AnnotationsOf(RedWith(12));
  EXPECT_EQ(std::ranges::count(lines, '\n'), 10);
  EXPECT_THAT(lines, HasSubstr("slice/case-8"));
  EXPECT_THAT(lines, Not(HasSubstr("slice/case-9")));
  EXPECT_THAT(lines,
              HasSubstr("title=viewproof my%2Clib::3 more causes, of 6"));
}

TEST(Github, ARedGateIsALineAndAGreenOneNone) {
  Survey survey = RedWith(0);
  EXPECT_EQ(AnnotationsOf(survey),
            "::error title=viewproof my%2Clib::RED: 12 new failures: 100%25\n");
  survey.origin.footer.green = true;
  EXPECT_EQ(AnnotationsOf(survey), "");
}

}  // namespace github_test
}  // namespace viewproof
