#ifndef VIEWPROOF_TOOLS_CLI_INIT_H_
#define VIEWPROOF_TOOLS_CLI_INIT_H_

#include <cstdio>
#include <string>
#include <string_view>

#include "conformance/report/arguments.h"
#include "conformance/run/exit_status.h"

namespace viewproof {

// The options of `viewproof init`.
struct InitOptions {
  std::string root;                 // FindRoot().
  std::string name;                 // Of the subject and of its files.
  std::string language = "python";  // Or "cpp" or "js".
  std::string kind = "full";        // Or "values", "structure", "compiled".
  std::string folder = ".";         // Of the user's repository.
};

// The command line of `init`, whose options these are.
Arguments AddInit(Arguments& program, InitOptions& options);

// Writes an adapter, our SDK, a gate file and a CI job, and runs them once, so
// that the gate file is complete. A file that is there is never overwritten: if
// it says anything else, nothing is written. Returns what the run returns.
// Throws BadInput for a name that cannot be a file's and for files that are in
// the way; Infrastructure if a file cannot be written or the adapter does not
// start.
ExitStatus Init(const InitOptions& options, std::FILE* out);

// A template as text for one user: lines between "@only WORD..." and "@end",
// each in a comment of its own, stay if one of `words` is named; @NAME@ is
// replaced.
std::string Instantiate(std::string_view text, std::string_view language,
                        std::string_view kind, std::string_view name);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_INIT_H_
