#ifndef VIEWPROOF_FUZZ_BLOCKS_H_
#define VIEWPROOF_FUZZ_BLOCKS_H_

#include <cstdint>
#include <functional>

namespace viewproof {

// What one thread does: job `job` handles the numbers [from, to).
using Job = std::function<void(int64_t job, int64_t from, int64_t to)>;

// Cuts [from, to) into blocks of `size` numbers (the last one may be shorter).
// `jobs` threads take one after the other, until none is left or StopFlag()
// is set. Draws a progress bar. Returns the end of what was done: every number
// before it was handled, and none after it.
int64_t RunBlocks(int64_t from, int64_t to, int64_t size, int64_t jobs,
                  const Job& run);

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_BLOCKS_H_
