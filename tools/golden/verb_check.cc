#include <fmt/format.h>

#include <cstdlib>
#include <set>
#include <sstream>
#include <string>

#include "conformance/golden_file/file.h"
#include "tools/golden/pending.h"
#include "tools/golden/regenerate.h"
#include "tools/golden/verbs.h"

namespace viewproof {
namespace {

// Prints the first line that differs in the file at `path`; its header, in
// which the digest is another one whatever else is, only if no other does.
void PrintDifference(const std::string& path, const Files& before,
                     const Files& after) {
  const auto text = [&path](const Files& files) {
    const auto found = files.find(path);
    return std::istringstream(found == files.end() ? "" : found->second);
  };
  std::istringstream is = text(before);
  std::istringstream should = text(after);
  std::string a;
  std::string b;
  std::string difference;
  for (int number = 1;; ++number) {
    const bool more_a = static_cast<bool>(std::getline(is, a));
    const bool more_b = static_cast<bool>(std::getline(should, b));
    if (!more_a && !more_b) break;
    if (more_a == more_b && a == b) continue;
    difference = fmt::format(
        "golden/{}:{} differs\n  is:        {}\n  should be: {}\n", path,
        number, more_a ? a : "(nothing)", more_b ? b : "(nothing)");
    if (number > 1 || !IsVectorFile(path)) break;
  }
  fmt::print("{}", difference);
}

int Compare(const Regeneration& golden) {
  const std::set<std::string> differing = Differing(golden);
  for (const std::string& path : differing) {
    PrintDifference(path, golden.before, golden.after);
  }
  fmt::print("regenerating gives {}\n",
             differing.empty()
                 ? "an empty diff"
                 : fmt::format("{} files that differ", differing.size()));
  return differing.empty() ? EXIT_SUCCESS : kRed;
}

}  // namespace

int CheckGolden(const Options& options) {
  const std::vector<std::string> overdue =
      Overdue(ReadPending(options.root),
              Digest(ReadFile(options.root + "/golden/MANIFEST")));
  for (const std::string& line : overdue) fmt::print("{}\n", line);
  const int status = Regenerate(options, Compare);
  return overdue.empty() ? status : kRed;
}

}  // namespace viewproof
