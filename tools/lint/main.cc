#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "tools/lint/lint.h"

int main(int argc, char** argv) {
  constexpr int kRed = 1;
  constexpr int kMisused = 2;
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  std::string root = workspace == nullptr ? "." : workspace;
  CLI::App app(
      "Checks golden/ and the entries it is written from; needs no oracle.\n"
      "Example: bazel run //tools:lint");
  app.add_option("--root", root, "the repository")->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? EXIT_SUCCESS : kMisused;
  }
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
