#include "conformance/report/print_run.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace print_run_test {

std::string FirstLines(const std::string& headline, const std::string& counts) {
  const std::string path = MakeFolder() + "/out";
  std::FILE* out = std::fopen(path.c_str(), "w");
  PrintFirstLines(Screen(out), {true, headline, "", 23600, counts});
  std::fclose(out);
  return ReadFile(path);
}

TEST(PrintRun, TheTimeStandsInTheFirstLineOrElseInTheSecond) {
  const std::string blanks(80, ' ');
  const auto with_time = [&blanks](const std::string& line) {
    return line + blanks.substr(line.size() + 9) + "in 23.6 s\n";
  };
  const std::string verdict = "GREEN numpy 2.4.6: nothing new in 1,000 cases";
  const std::string counts = "1,000 cases judged";
  EXPECT_EQ(FirstLines(verdict, counts), with_time(verdict) + counts + "\n");
  const std::string longer = verdict + " (1,057 findings are known)";
  EXPECT_EQ(FirstLines(longer, counts), longer + "\n" + with_time(counts));
}

}  // namespace print_run_test
}  // namespace viewproof
