#ifndef VIEWPROOF_TOOLS_CLI_HELP_VERBS_H_
#define VIEWPROOF_TOOLS_CLI_HELP_VERBS_H_

#include <cstdio>
#include <string>

#include "conformance/report/arguments.h"

// The commands that are about viewproof itself.
namespace viewproof {

struct HelpOptions {
  std::string shell;           // Of `completion`.
  std::string format = "man";  // Of `manual`.
};

Arguments AddCompletion(Arguments& program, HelpOptions& options);
Arguments AddManual(Arguments& program, HelpOptions& options);

// Prints the completion of this command line for a shell.
void PrintCompletion(const HelpOptions& options,
                     const DescribedCommand& program, std::FILE* out);

// Prints the manual of this command line.
void PrintManual(const HelpOptions& options, const DescribedCommand& program,
                 std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_HELP_VERBS_H_
