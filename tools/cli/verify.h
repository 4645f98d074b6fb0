#ifndef VIEWPROOF_TOOLS_CLI_VERIFY_H_
#define VIEWPROOF_TOOLS_CLI_VERIFY_H_

#include <cstdio>
#include <string>

#include "conformance/run/exit_status.h"

namespace viewproof {

// The options of `viewproof verify`.
struct VerifyOptions {
  std::string root;    // FindRoot().
  std::string report;  // Written by `check --report`.
};

// Says whether a report is what it claims to be: complete, of the golden/ that
// is here, of the gate file that is here and of all that it plans, and judged
// as its records demand. Green if that is so and its gate was green, red if it
// was red. Throws BadInput with the reason if it is no such report.
ExitStatus Verify(const VerifyOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_VERIFY_H_
