#ifndef VIEWPROOF_TOOLS_GOLDEN_REGENERATE_H_
#define VIEWPROOF_TOOLS_GOLDEN_REGENERATE_H_

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tools/golden/files.h"
#include "tools/golden/render.h"
#include "tools/golden/verbs.h"
#include "tools/golden/witnesses.h"

namespace viewproof {

// Says how many entries the witnesses were asked about, by result.
struct EntryTally {
  int64_t passed = 0;
  int64_t failed = 0;  // Refused entries, and problems of no single entry.
  int64_t skipped = 0;
  // The model abstained in so many of those that passed.
  int64_t abstained = 0;

  int status() const;  // The exit status.
};

// The vectors of all entries that are in order.
struct CuratedSuite {
  std::vector<VectorFile> files;
  std::string oracle;                 // Name and version; empty: not asked.
  std::vector<std::string> problems;  // Problems of no single entry.
  EntryTally tally;                   // It counts no `problems`.
};

// The reference, the model and libtorch. Throws BadInput in a build without
// libtorch, unless `options` say that the others will do.
Witnesses MakeWitnesses(const Options& options);

// Asks all witnesses about each entry that `options.only` chooses. Says on
// stderr why it refuses one, and which one if a witness dies of a signal.
CuratedSuite CurateAll(const Options& options);

// Says on stderr what `problems` there are, and counts them as failed.
void Report(const std::vector<std::string>& problems, EntryTally& tally);

// Prints the last line.
void PrintTally(const EntryTally& tally);

// golden/ as it is, and as the entries make it.
struct Regeneration {
  Files before;
  Files after;
};

// The paths of files whose texts differ.
std::set<std::string> Differing(const Regeneration& golden);

// Calls `use`, which returns the exit status, if every entry is in order.
// Prints the tally and returns the exit status.
int Regenerate(const Options& options,
               const std::function<int(const Regeneration& golden)>& use);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_REGENERATE_H_
