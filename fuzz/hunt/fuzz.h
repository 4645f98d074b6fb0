#ifndef VIEWPROOF_FUZZ_HUNT_FUZZ_H_
#define VIEWPROOF_FUZZ_HUNT_FUZZ_H_

#include <cstdint>
#include <cstdio>
#include <string>

#include "conformance/run/feed.h"
#include "conformance/run/launch.h"
#include "conformance/run/stop.h"
#include "fuzz/hunt/chains.h"
#include "fuzz/hunt/hunt.h"

namespace viewproof {

// The options of `viewproof fuzz`.
struct FuzzOptions {
  std::string root;  // FindRoot().
  SubjectName subject;
  ChainOptions chains;
  // Cases of the universe (DeepCases) instead of chains, of the profiles of
  // `chains`.
  bool deep = false;
  Shard shard;             // `deep` has it.
  double max_minutes = 0;  // `deep` has it; 0: no bound.
  HuntOptions hunt;
  int64_t jobs = 1;
  std::string corpus;    // A folder; empty: none.
  std::string report;    // A file to write; empty: none.
  std::string json;      // Write the verdict there, for scripts; or empty.
  bool verbose = false;  // Show steps, errors, reasons, and what was not asked.
};

// Asks a subject cases that are drawn, judges it by the reference, and shows
// what is found, shrunk: the verdict is the first line and, if it is not green,
// the last. The status is ConcludeDrawn's.
// Throws BadInput and Infrastructure.
ExitStatus RunFuzz(FuzzOptions options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_FUZZ_H_
