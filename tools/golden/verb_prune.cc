#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "conformance/golden_file/golden.h"
#include "tools/golden/prune.h"
#include "tools/golden/verbs.h"

namespace viewproof {
namespace {

// Prints the progress once a second.
Watch EverySecond() {
  using Clock = std::chrono::steady_clock;
  return [last = Clock::now()](std::size_t done, std::size_t total) mutable {
    if (Clock::now() - last < std::chrono::seconds(1)) return;
    last = Clock::now();
    fmt::print(stderr, "golden: {} of {} vectors\n", done, total);
  };
}

}  // namespace

int ProposePruning(const Options& options) {
  std::vector<Vector> vectors;
  ForEachVector(OpenGolden(options.root + "/golden"),
                [&vectors](Vector& vector) { vectors.push_back(vector); });
  fmt::print("{}", TextOf(Prune(vectors, options.only, EverySecond())));
  return EXIT_SUCCESS;
}

}  // namespace viewproof
