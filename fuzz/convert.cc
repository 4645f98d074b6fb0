// Between inputs of the fuzzers of cases, as lines of case text, and vectors.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/gen/shrink.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/testing.h"
#include "fuzz/input.h"

namespace viewproof {
namespace {

constexpr int kMisused = 2;
constexpr char kUsage[] =
    "Usage: convert inputs FILE.jsonl...  vectors -> a line of case text each\n"
    "       convert vectors FILE...       lines of case text -> a vector each\n"
    "\n"
    "Of a vector, its case alone is kept, once; what a fuzzer does not run is\n"
    "left out. A vector expects what the reference answers. \"-\" is standard\n"
    "input.\n"
    "\n"
    "Example: bazel run //fuzz:convert -- vectors - <crash-0123\n";

void Print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

// Lines that were printed already are left out.
using PrintedInputs = std::set<std::string>;

void PrintInputs(const std::string& path, PrintedInputs& printed) {
  IdSet ids;
  VectorReader vectors(path, ids);
  Vector vector;
  while (vectors.Next(vector)) {
    const std::string input = InputOf(vector.test);
    const std::optional<Case> test = CaseOfInput(input);
    if (!test || !Followed(*test) || !printed.insert(input).second) continue;
    Print(input + "\n");
  }
}

void PrintVectors(const std::string& path, PrintedInputs& printed) {
  LineReader lines(path);
  std::string_view line;
  while (lines.Next(line)) {
    const std::optional<Case> test = CaseOfInput(line);
    if (!test || !Followed(*test)) {
      throw BadInput(lines.Place() + ": expected a case that may be run");
    }
    if (!printed.insert(InputOf(*test)).second) continue;
    Print(LineOf(VectorOfCase(*test)));
  }
}

int Main(int argc, char** argv) {
  const std::string_view verb = argc < 3 ? "" : argv[1];
  if (verb != "inputs" && verb != "vectors") {
    std::fputs(kUsage, stderr);
    return kMisused;
  }
  PrintedInputs printed;
  try {
    for (int k = 2; k < argc; ++k) {
      verb == "inputs" ? PrintInputs(argv[k], printed)
                       : PrintVectors(argv[k], printed);
    }
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "convert: %s\n", error.what());
    return kMisused;
  }
}

}  // namespace
}  // namespace viewproof

int main(int argc, char** argv) { return viewproof::Main(argc, argv); }
