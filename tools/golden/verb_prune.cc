#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "conformance/golden_file/golden.h"
#include "tools/golden/prune.h"
#include "tools/golden/verbs.h"

namespace viewproof {
namespace {

std::vector<Vector> ReadGolden(const std::filesystem::path& folder) {
  std::vector<Vector> vectors;
  IdSet ids;
  Vector vector;
  for (const Golden::File& file : OpenGolden(folder).files) {
    VectorReader reader(file.path, ids);
    while (reader.Next(vector)) vectors.push_back(vector);
  }
  return vectors;
}

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
  const std::vector<Vector> vectors = ReadGolden(options.root + "/golden");
  fmt::print("{}", TextOf(Prune(vectors, options.only, EverySecond())));
  return EXIT_SUCCESS;
}

}  // namespace viewproof
