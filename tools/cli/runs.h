#ifndef VIEWPROOF_TOOLS_CLI_RUNS_H_
#define VIEWPROOF_TOOLS_CLI_RUNS_H_

#include <cstdio>
#include <string>
#include <vector>

namespace viewproof {

// The options of `viewproof matrix` and `viewproof trend`.
struct RunsOptions {
  std::vector<std::string> reports;
  std::vector<std::string> labels;  // Of each report; none: the files' names.
  std::string html;                 // Files to write; or empty.
  std::string markdown;
};

// Prints subjects against profiles, and ops against subjects. Throws BadInput
// like ReadReport, and if the labels are not as many as the reports.
void ShowMatrix(const RunsOptions& options, std::FILE* out);

// Prints many runs of one gate, the oldest first: passed, known, new, mended,
// deaths. Throws also if the runs are of several gates or subjects.
void ShowTrend(const RunsOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_RUNS_H_
