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
// the protocol. For a line that is no case it prints {"id","invalid"}, a text
// that names step and field; for a step beyond the bounds
// {"id","too_large":{"step"}}; if the subject gave no reply,
// {"id","crash"|"timeout"|"protocol_error":{"step","detail"}}. The id of a case
// without one is its line number.
//
// Ends early when nobody reads `out` any more. False if it did, or if a line
// was no case. Throws BadInput if the file cannot be read and Infrastructure,
// also if `out` cannot be written; the answers so far are printed before.
bool Apply(const ApplyOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_APPLY_H_
