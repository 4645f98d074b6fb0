#include "fuzz/blocks.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

#include "conformance/report/progress.h"
#include "conformance/run/stop.h"

namespace viewproof {

int64_t RunBlocks(int64_t from, int64_t to, int64_t size, int64_t jobs,
                  const Job& run) {
  std::mutex mutex;  // Of `next` and `progress`.
  int64_t next = from;
  Progress progress(to - from);
  const auto work = [&](int64_t job) {
    std::unique_lock lock(mutex);
    while (next < to && !StopFlag()) {
      const int64_t begin = next;
      next = std::min(to, begin + size);
      const int64_t end = next;
      lock.unlock();
      run(job, begin, end);
      lock.lock();
      progress.Add(end - begin);
    }
  };
  std::vector<std::jthread> threads;
  for (int64_t job = 0; job < jobs; ++job) threads.emplace_back(work, job);
  threads.clear();  // Joins them.
  return next;
}

}  // namespace viewproof
