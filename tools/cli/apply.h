#ifndef VIEWPROOF_TOOLS_CLI_APPLY_H_
#define VIEWPROOF_TOOLS_CLI_APPLY_H_

#include <cstdio>
#include <string>

#include "conformance/run/launch.h"

namespace viewproof {

// The options of `viewproof apply`.
struct ApplyOptions {
  std::string root;        // FindRoot().
  SubjectName subject;     // Empty: the reference.
  std::string file = "-";  // "-": standard input.
  bool text = false;       // Lines of the one-line notation instead of JSON.
};

// Runs cases, one a line, and prints one reply a line, in order, in the form of
// the protocol. For a step beyond the bounds it prints
// {"id","too_large":{"step"}}; if the subject gave no reply,
// {"id","crash"|"timeout"|"protocol_error":{"step","detail"}}. The id of a case
// without one is its line number. Throws BadInput naming file, line and field,
// and Infrastructure.
void Apply(const ApplyOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_APPLY_H_
