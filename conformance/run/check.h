#ifndef VIEWPROOF_CONFORMANCE_RUN_CHECK_H_
#define VIEWPROOF_CONFORMANCE_RUN_CHECK_H_

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/run/launch.h"

namespace viewproof {

// The options of `viewproof check`.
struct CheckOptions {
  std::string root;  // FindRoot().
  SubjectName subject;
  std::vector<std::string> vectors;  // Files; empty: golden/.
  std::string only;                  // A glob that ids match; empty: all.
  std::optional<std::vector<DType>> dtypes;  // Instead of the gate's.
  std::string report;                        // A file to write; or empty.
  std::string groups_file;                   // To fill in reasons; or empty.
  bool update = false;                       // Rewrite the gate file.
  bool all_groups = false;                   // Show each group in full.
};

// The exit status of every command.
enum ExitStatus {
  kGreen = 0,
  kRed = 1,
  kMisused = 2,         // Bad input, or an adapter that breaks the protocol.
  kInfrastructure = 3,  // The subject cannot be started.
  kInterrupted = 130,
};

// Runs a subject on vectors, compares it with its gate, and prints the result;
// the last line is "N passed, N failed, N skipped". SIGINT ends the run early.
// Throws BadInput and Infrastructure.
ExitStatus RunCheck(const CheckOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_CHECK_H_
