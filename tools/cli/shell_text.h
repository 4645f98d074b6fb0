#ifndef VIEWPROOF_TOOLS_CLI_SHELL_TEXT_H_
#define VIEWPROOF_TOOLS_CLI_SHELL_TEXT_H_

#include <string>
#include <string_view>

#include "conformance/report/arguments.h"

// What can be written of a command line that describes itself. The words of a
// value that is called PROFILE, OP, ... are asked of the program while the user
// types: `viewproof list profiles --format names`.
namespace viewproof {

// Completion, to be sourced.
std::string BashCompletion(const DescribedCommand& program);
std::string ZshCompletion(const DescribedCommand& program);
std::string FishCompletion(const DescribedCommand& program);

// A manual page of section 1, in the macros of man(7). `date` is that of the
// version.
std::string ManPage(const DescribedCommand& program, std::string_view version,
                    std::string_view date);

// Every command with its arguments, for reading.
std::string MarkdownReference(const DescribedCommand& program);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_SHELL_TEXT_H_
