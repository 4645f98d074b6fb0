#include <fmt/format.h>

#include <cstdlib>
#include <vector>

#include "conformance/golden_file/golden.h"
#include "tools/golden/prune.h"
#include "tools/golden/verbs.h"

namespace viewproof {

int ProposePruning(const Options& options) {
  std::vector<Vector> vectors;
  const KillMatrix matrix =
      MatrixOf(options, [&](Vector& vector) { vectors.push_back(vector); });
  const auto spared = SparedOf(vectors, matrix, options.only);
  for (const std::string& id : spared) {
    fmt::print("{}: what it shows and kills, others do too\n", id);
  }
  for (const std::string& sentence : Unshown(vectors, matrix)) {
    fmt::print("{}\n", sentence);
  }
  fmt::print("{} vectors, {} proposed\n", vectors.size(), spared.size());
  return EXIT_SUCCESS;
}

}  // namespace viewproof
