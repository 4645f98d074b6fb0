#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>

#include "conformance/judge/record.h"
#include "conformance/report/report.h"
#include "conformance/run/check.h"
#include "conformance/run/launch.h"

// Holds the subject that the environment names (SUBJECT, and COMMAND where it
// is not started as its gate file says) to golden/ and to its gate. Prints on
// how many vectors it was judged, for tools/bazel/summary.py.
namespace viewproof {
namespace golden_test {

TEST(Golden, IsMetByTheSubjectAsItsGateDemands) {
  CheckOptions options;
  options.root = FindRoot();
  PreferPython(options.root);
  const char* subject = std::getenv("SUBJECT");
  ASSERT_NE(subject, nullptr);
  options.subject.name = subject;
  if (const char* command = std::getenv("COMMAND")) {
    std::istringstream words(command);
    for (std::string word; words >> word;) {
      options.subject.command.push_back(word);
    }
  }
  options.report = testing::TempDir() + "report.jsonl";
  EXPECT_EQ(RunCheck(options, stdout), kGreen);
  std::set<std::string> judged;
  ReadReport(options.report, [&judged](const Record& record) {
    if (record.verdict != Verdict::kSkip) judged.insert(record.id);
  });
  EXPECT_FALSE(judged.empty());
  std::printf("vectors: %s %zu\n", subject, judged.size());
}

}  // namespace golden_test
}  // namespace viewproof
