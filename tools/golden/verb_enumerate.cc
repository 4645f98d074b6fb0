#include <fmt/format.h>

#include <cstdlib>
#include <thread>

#include "conformance/gen/deep.h"
#include "conformance/gen/digest_tree.h"
#include "conformance/gen/enumerate.h"
#include "conformance/golden_file/file.h"
#include "conformance/report/summary.h"
#include "tools/golden/verbs.h"

namespace viewproof {

int WriteEnumeration(const Options& options) {
  const Universe& universe = Universe::Pinned();
  const int64_t leaves = LeafCount(universe);
  Progress progress(leaves * kCasesOfLeaf);
  const auto digests =
      LeafDigests(universe, 0, leaves, std::thread::hardware_concurrency(),
                  [&progress] { progress.Add(kCasesOfLeaf); });
  WriteFile(options.root + "/golden/enumeration.json",
            EnumerationText(universe, digests));
  fmt::print("wrote the digests of {} cases\n", universe.count());
  return EXIT_SUCCESS;
}

int WriteDeep(const Options& options) {
  const Universe& universe = Universe::Pinned();
  Progress progress(universe.count());
  // No line is shorter than a digit and its end.
  const auto numbers =
      DeepList(universe, kMaxDeepBytes / 2, std::thread::hardware_concurrency(),
               [&progress](int64_t looked) { progress.Add(looked); });
  const std::string text = DeepText(universe, numbers);
  WriteFile(options.root + "/golden/deep.jsonl", text);
  fmt::print("wrote {} of {} cases\n", ReadDeep(text, universe).size(),
             universe.count());
  return EXIT_SUCCESS;
}

}  // namespace viewproof
