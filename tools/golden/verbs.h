#ifndef VIEWPROOF_TOOLS_GOLDEN_VERBS_H_
#define VIEWPROOF_TOOLS_GOLDEN_VERBS_H_

#include <cstdint>
#include <functional>
#include <string>

#include "conformance/case/case.h"
#include "conformance/diagnose/kill_matrix.h"

namespace viewproof {

struct Options {
  std::string root;        // The repository.
  std::string only = "*";  // A glob: the ids to print or to propose.
  bool relock = false;     // Forget ids.lock.
  bool oracle = true;      // False without libtorch.
  int64_t search = 0;      // Says how many cases to draw; 0: none.
  uint64_t seed = 1;       // The seed of these.
  int64_t jobs = 1;        // Threads that draw them.
  int64_t propose = 100;   // Entries to propose at most.
  int64_t least = 1;       // Bugs that each of these kills, at least.
  bool afresh = false;     // Run vectors that have a row of the kill matrix.
};

// The exit status of a verb that found something.
inline constexpr int kRed = 1;

// tools:golden does one of these, each in a file of its own. Each prints what
// it found and returns the exit status. Throws BadInput, and std::runtime_error
// for files that cannot be written.

// Writes golden/ if every entry is in order.
int WriteGolden(const Options& options);

// Writes nothing; fails unless golden/ is what WriteGolden would write.
int CheckGolden(const Options& options);

// Prints the vectors of the entries that `only` chooses.
int PrintVectors(const Options& options);

// Proposes vectors of golden/ to remove; asks no witness.
int ProposePruning(const Options& options);

// Prints which conditional bugs the vectors of golden/ kill; asks no witness.
int PrintKills(const Options& options);

// Prints which pairs of levels (pair_levels.h) lack vectors of golden/; asks no
// witness, unless it draws cases for them.
int PrintPairs(const Options& options);

// Writes the kill matrix; asks no witness.
int WriteMatrix(const Options& options);

// The kill matrix of golden/: rows of the file, and of vectors that it lacks
// what a run says. `see` gets each vector.
KillMatrix MatrixOf(const Options& options,
                    const std::function<void(Vector&)>& see);

// Writes the digests of all enumerated cases; asks the reference alone.
int WriteEnumeration(const Options& options);

// Writes which enumerated cases are run first; asks the reference alone.
int WriteDeep(const Options& options);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_VERBS_H_
