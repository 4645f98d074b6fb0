#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "conformance/golden_file/file.h"
#include "tools/golden/files.h"
#include "tools/golden/pending.h"
#include "tools/golden/regenerate.h"
#include "tools/golden/verbs.h"

namespace viewproof {

namespace {

// Moves what waits into cases/. False if an entry is refused: then none is
// moved.
bool TakePending(const Options& options) {
  const std::vector<PendingEntry> pending = ReadPending(options.root);
  if (pending.empty()) return true;
  const std::string folder = options.root + "/tools/golden/cases";
  std::vector<std::string> problems;
  const Files changed = Promote(
      pending, ReadFolder(folder), MakeWitnesses(options),
      ParseSpec(ReadFile(options.root + "/reference/SPEC.md")), problems);
  for (const std::string& problem : problems) {
    fmt::print(stderr, "{}\n", problem);
  }
  if (!problems.empty()) {
    fmt::print("nothing written: mend or delete these lines of {}\n",
               kPendingFile);
    return false;
  }
  WriteFolder(folder, changed, {});
  std::filesystem::remove(fmt::format("{}/{}", options.root, kPendingFile));
  for (const auto& [path, text] : changed) {
    fmt::print("moved entries of {} into cases/{}\n", kPendingFile, path);
  }
  return true;
}

}  // namespace

int WriteGolden(const Options& options) {
  if (!TakePending(options)) return EXIT_FAILURE;
  return Regenerate(options, [&options](const Regeneration& golden) {
    Files changed;
    std::set<std::string> stale;
    for (const std::string& path : Differing(golden)) {
      const auto made = golden.after.find(path);
      if (made == golden.after.end()) {
        stale.insert(path);
      } else {
        changed.insert(*made);
      }
    }
    WriteFolder(options.root + "/golden", changed, stale);
    fmt::print("wrote {} files, removed {}\n", changed.size(), stale.size());
    return EXIT_SUCCESS;
  });
}

}  // namespace viewproof
