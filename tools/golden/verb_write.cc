#include <fmt/format.h>

#include <cstdlib>
#include <set>
#include <string>

#include "tools/golden/files.h"
#include "tools/golden/regenerate.h"
#include "tools/golden/verbs.h"

namespace viewproof {

int WriteGolden(const Options& options) {
  return Regenerate(options, [&options](const Regenerated& golden) {
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
