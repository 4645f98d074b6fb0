#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "conformance/report/arguments.h"
#include "tools/lint/lint.h"

int main(int argc, char** argv) {
  constexpr int kRed = 1;
  constexpr int kMisused = 2;
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  std::string root = workspace == nullptr ? "." : workspace;
  viewproof::Arguments arguments(
      "lint",
      "Checks golden/ and the entries it is written from; needs no oracle.\n"
      "Example: bazel run //tools:lint");
  arguments.Add("--root", &root, "the repository");
  if (const auto status = arguments.Parse(argc, argv)) return *status;
  try {
    const viewproof::LintReport report = viewproof::Lint(root);
    for (const std::string& problem : report.problems) {
      fmt::print("{}\n", problem);
    }
    if (report.vectors == 0) fmt::print("no vectors\n");
    fmt::print("{} vectors, {} problems\n", report.vectors,
               report.problems.size());
    return report.problems.empty() && report.vectors > 0 ? EXIT_SUCCESS : kRed;
  } catch (const std::exception& e) {
    fmt::print(stderr, "lint: {}\n", e.what());
    return kMisused;
  }
}
