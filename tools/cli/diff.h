#ifndef VIEWPROOF_TOOLS_CLI_DIFF_H_
#define VIEWPROOF_TOOLS_CLI_DIFF_H_

#include <cstdio>
#include <string>

namespace viewproof {

// The options of `viewproof diff`.
struct DiffOptions {
  std::string root;    // FindRoot().
  std::string before;  // Reports written by `check --report`.
  std::string after;
  std::string markdown;  // Files to write; or empty.
  std::string html = {};
};

// Prints how the reports differ, one cause a line with its smallest case. The
// Markdown file has tables of the same, with that case as text and each
// subject's answer; the page has every case. Cases are shown as text if both
// reports are of the root's golden/, and otherwise by their ids. True if
// nothing fails that did not fail before. Throws BadInput like DiffReports.
bool Diff(const DiffOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_DIFF_H_
