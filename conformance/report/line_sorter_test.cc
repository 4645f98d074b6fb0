#include "conformance/report/line_sorter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace viewproof {
namespace line_sorter_test {

class Memory : public testing::TestWithParam<std::size_t> {};

TEST_P(Memory, OfAnySizeGivesEveryLineInOrder) {
  std::vector<std::string> lines;
  uint64_t random = 1;
  for (int k = 0; k < 2000; ++k) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    lines.push_back(std::to_string(random >> 40));
  }
  lines.emplace_back();
  LineSorter sorter(GetParam());
  for (const std::string& line : lines) sorter.Add(line);
  std::vector<std::string> sorted;
  sorter.Finish([&](std::string_view line) { sorted.emplace_back(line); });
  std::sort(lines.begin(), lines.end());
  EXPECT_EQ(sorted, lines);
}

INSTANTIATE_TEST_SUITE_P(Bytes, Memory, testing::Values(1000, 30000, 1 << 20));

}  // namespace line_sorter_test
}  // namespace viewproof
