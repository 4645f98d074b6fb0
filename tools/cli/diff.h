#ifndef VIEWPROOF_TOOLS_CLI_DIFF_H_
#define VIEWPROOF_TOOLS_CLI_DIFF_H_

#include <cstdio>
#include <string>

namespace viewproof {

// What `viewproof diff` is told.
struct DiffOptions {
  std::string root;    // FindRoot().
  std::string before;  // Reports that `check --report` wrote.
  std::string after;
  std::string markdown;  // A file to write; or empty.
};

// Prints what the reports tell apart, one cause a line with its smallest case;
// writes the same as Markdown tables with that case as text and what each
// subject answered. golden/ of the root spells the cases where both reports are
// of it; elsewhere ids stand for them. True if nothing fails that did not fail
// before. Throws BadInput like DiffReports.
bool Diff(const DiffOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_DIFF_H_
