#ifndef VIEWPROOF_TOOLS_CLI_PROMOTE_H_
#define VIEWPROOF_TOOLS_CLI_PROMOTE_H_

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include "conformance/report/arguments.h"

namespace viewproof {

// The options of `viewproof promote`.
struct PromoteOptions {
  std::string root;  // FindRoot(): a clone.
  std::string what;  // Case text, a file of a corpus, or a fuzz report.
  // Of a report: its number; 1 if not given.
  std::optional<int64_t> finding = {};
  std::string why;      // What a failure would mean; asked for if it is empty.
  std::string id = {};  // Or one is proposed.
};

// The command line of `promote`, whose options these are.
Arguments AddPromote(Arguments& program, PromoteOptions& options);

// Adds an entry about a case to tools/golden/pending.jsonl and prints it: id,
// rules and flags are proposed, the reference and the model have vouched for
// it, and golden/ may hold it. Throws BadInput that says what is wrong with the
// case, its words or the file; then nothing is written.
void PromoteCase(const PromoteOptions& options, std::FILE* in, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_PROMOTE_H_
