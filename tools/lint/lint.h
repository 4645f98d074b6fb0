#ifndef VIEWPROOF_TOOLS_LINT_LINT_H_
#define VIEWPROOF_TOOLS_LINT_LINT_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace viewproof {

// What the linter found.
struct LintReport {
  std::vector<std::string> problems;  // One line each, naming file and field.
  int64_t vectors = 0;                // How many were read.
};

// Checks golden/, tools/golden/cases/ and reference/SPEC.md below `root`
// against each other, without any oracle: every vector is sound
// (golden/check.h) and canonical, headers, MANIFEST and ids.lock are those of
// the vectors, flags are explained and used, and golden/ says what the entries
// say. Throws BadInput for a file that cannot be read.
LintReport Lint(const std::filesystem::path& root);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_LINT_LINT_H_
