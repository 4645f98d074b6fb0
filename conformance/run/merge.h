#ifndef VIEWPROOF_CONFORMANCE_RUN_MERGE_H_
#define VIEWPROOF_CONFORMANCE_RUN_MERGE_H_

#include <cstdio>
#include <string>
#include <vector>

#include "conformance/run/check.h"

namespace viewproof {

// The options of `viewproof merge`. A whole report is its only part.
struct MergeOptions {
  std::string root;                  // FindRoot().
  std::vector<std::string> reports;  // Every part of one run has one, once.
  std::string gate;         // Another gate file than the reports'; or empty.
  std::string report;       // A file to write; or empty.
  std::string groups_file;  // People fill in reasons there; or empty.
  bool all_groups = false;  // Show each group in full.
  bool verbose = false;     // See CheckOptions.
  std::string json;         // The same.
};

// Judges the gate on what the reports of all shards say together, and prints
// and returns what a check of the whole plan would. Of ranges of drawn cases it
// writes the sum, which has the first of findings with the same key and facets,
// prints the new ones, and returns what a run of all would. Throws BadInput if
// the reports are not of one run (another subject, hello, gate file, suite or
// plan), not complete, or if a shard or a case is missing or there twice; of
// shards also if golden/ or their gate file has changed since, or if another
// gate file plans what they lack.
ExitStatus Merge(const MergeOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_MERGE_H_
