#include "fuzz/blocks.h"

#include <atomic>
#include <csignal>
#include <vector>

#include "conformance/run/stop.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace blocks_test {

TEST(RunBlocks, HandlesEveryNumberOnce) {
  for (const int64_t jobs : {1, 3}) {
    std::vector<std::atomic<int>> handled(100);
    const int64_t end =
        RunBlocks(7, 100, 10, jobs, [&](int64_t job, int64_t from, int64_t to) {
          EXPECT_LT(job, jobs);
          for (int64_t k = from; k < to; ++k) ++handled[k];
        });
    EXPECT_EQ(end, 100);
    for (int64_t k = 0; k < 100; ++k) EXPECT_EQ(handled[k], k < 7 ? 0 : 1) << k;
  }
}

TEST(RunBlocks, EndsAfterTheBlocksInHandWhenASignalComes) {
  StopOnSignals(0);
  std::atomic<int64_t> handled = 0;
  const int64_t end =
      RunBlocks(0, 1'000'000, 10, 2, [&](int64_t, int64_t from, int64_t to) {
        handled += to - from;
        if (from >= 500) std::raise(SIGINT);
      });
  EXPECT_TRUE(StopFlag());
  EXPECT_EQ(handled, end);
  EXPECT_GE(end, 500);
  EXPECT_LT(end, 1000);
}

}  // namespace blocks_test
}  // namespace viewproof
