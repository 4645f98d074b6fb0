#ifndef VIEWPROOF_TOOLS_CLI_APPLY_H_
#define VIEWPROOF_TOOLS_CLI_APPLY_H_

#include <cstdio>
#include <string>

#include "conformance/run/launch.h"

namespace viewproof {

// What `viewproof apply` is told.
struct ApplyOptions {
  std::string root;        // FindRoot().
  SubjectName subject;     // Neither name nor command: the reference.
  std::string file = "-";  // "-": standard input.
  bool text = false;       // Lines of the one-line notation instead of JSON.
};

// Runs cases, one a line, and prints one reply a line in the protocol's form,
// in order; {"id","too_large":{"step"}} for a step beyond the bounds, and
// {"id","crash"|"timeout"|"protocol_error":{"step","detail"}} where a subject
// gave no reply. A case without id is called by its line number. Throws
// BadInput naming file, line and field, and Infrastructure.
void Apply(const ApplyOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_APPLY_H_
