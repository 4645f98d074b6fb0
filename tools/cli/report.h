#ifndef VIEWPROOF_TOOLS_CLI_REPORT_H_
#define VIEWPROOF_TOOLS_CLI_REPORT_H_

#include <cstdio>
#include <string>

namespace viewproof {

// The options of `viewproof report`. The last ones are files to write, each as
// a whole; empty: none.
struct ReportOptions {
  std::string root;    // FindRoot().
  std::string report;  // Written by `check --report`.
  std::string html;
  std::string markdown;
  std::string junit;
  std::string json;
  bool all_groups = false;  // Show a case of each cause.
  bool github = false;      // Annotate the run of a workflow, and summarize it.
};

// Whether a file is to be written.
bool WritesFiles(const ReportOptions& options);

// Writes the files alone. Throws BadInput like ReadSurvey.
void WriteReportFiles(const ReportOptions& options);

// Prints whether it may be merged, what is new and by which causes, and writes
// the files. Throws BadInput like ReadSurvey.
void ShowReport(const ReportOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_REPORT_H_
