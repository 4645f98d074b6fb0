#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "conformance/run/check.h"
#include "conformance/run/launch.h"

// Holds the subject that the environment names (SUBJECT, and COMMAND where it
// is not started as its gate file says) to golden/ and to its gate.
namespace viewproof {
namespace golden_test {

TEST(Golden, IsMetByTheSubjectAsItsGateDemands) {
  CheckOptions options;
  options.root = FindRoot();
  const char* subject = std::getenv("SUBJECT");
  ASSERT_NE(subject, nullptr);
  options.subject.name = subject;
  if (const char* command = std::getenv("COMMAND")) {
    std::istringstream words(command);
    for (std::string word; words >> word;) {
      options.subject.command.push_back(word);
    }
  }
  EXPECT_EQ(RunCheck(options, stdout), kGreen);
}

}  // namespace golden_test
}  // namespace viewproof
