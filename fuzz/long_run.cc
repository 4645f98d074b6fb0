#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/golden_file/file.h"
#include "conformance/report/arguments.h"
#include "conformance/report/range_report.h"
#include "conformance/run/stop.h"
#include "conformance/subjects/libtorch.h"
#include "fuzz/blocks.h"
#include "fuzz/comparison.h"

namespace viewproof {
namespace {

constexpr int kRed = 1;
constexpr int kMisused = 2;
constexpr int64_t kBlock = 500;     // Cases that a thread takes at a time.
constexpr std::size_t kShown = 10;  // Counterexamples that are printed.

struct Options {
  int64_t chains = 100000;
  int64_t first = 0;
  int64_t jobs = 1;
  bool counts = false;
  std::string report;  // A file to write; or empty.
  ComparisonOptions compared;
};

// The first differences, by case.
std::vector<Unexplained> FirstOf(const Compared& seen) {
  std::vector<Unexplained> differences;
  for (const auto& [what, difference] : seen.differences) {
    differences.push_back(difference);
  }
  std::sort(differences.begin(), differences.end(),
            [](const Unexplained& a, const Unexplained& b) {
              return std::pair(a.number, a.pair) < std::pair(b.number, b.pair);
            });
  differences.resize(std::min(kShown, differences.size()));
  return differences;
}

void PrintSummary(const Compared& seen,
                  const std::map<std::string, int64_t>& abstained,
                  Comparison& comparison, bool counts) {
  if (counts) std::cout << seen.coverage << std::flush;
  for (const auto& [what, difference] : seen.differences) {
    fmt::print("{}  {}\n", difference.times, what);
  }
  for (const Unexplained& difference : FirstOf(seen)) {
    fmt::print("{}", comparison.Example(difference));
  }
  for (const auto& [pair, times] : abstained) {
    fmt::print("{}: {} abstained\n", pair, times);
  }
  fmt::print("{} steps valid, {} invalid; {} differences explained, {} not\n",
             seen.coverage.steps.valid, seen.coverage.steps.invalid,
             seen.explained, seen.unexplained);
}

// The texts of a few cases: they change when the generator does.
std::string GeneratorDigest(const Options& options) {
  std::string text;
  for (uint64_t number = 0; number < 100; ++number) {
    text += Text(CaseOf(0, number, options.compared.cases)) + "\n";
  }
  return Digest(text);
}

RangeReport ReportOf(const Options& options, const Compared& seen, int64_t done,
                     Comparison& comparison) {
  RangeReport report;
  RangeHeader& header = report.header;
  header.program = "long_run";
  header.subject =
      options.compared.mutant.empty() ? "model" : options.compared.mutant;
  header.version = kSuiteVersion;
  if (options.compared.oracle) {
    header.subject = "libtorch";
    header.version = MakeLibtorch()->hello().version;
  }
  header.digests = {{"generator", GeneratorDigest(options)},
                    {"suite", std::string(kSuiteVersion)}};
  header.range = {options.compared.seed, options.first, options.chains};
  for (const auto& [what, difference] : seen.differences) {
    const Case test = CaseOf(options.compared.seed, difference.number,
                             options.compared.cases);
    report.findings.push_back(
        {what,
         difference.times,
         difference.number,
         false,
         {{"case", Quoted(Text(test))},
          {"shrunk", Quoted(comparison.Example(difference))}}});
  }
  report.done = done;
  report.counts = {{"steps valid", seen.coverage.steps.valid},
                   {"steps invalid", seen.coverage.steps.invalid},
                   {"differences explained", seen.explained},
                   {"differences", seen.unexplained}};
  for (const auto& [op, steps] : seen.coverage.ops) {
    report.counts[fmt::format("op {}", op)] = steps.valid + steps.invalid;
  }
  return report;
}

int Run(const Options& options) {
  std::vector<std::unique_ptr<Comparison>> comparisons;
  for (int64_t job = 0; job < options.jobs; ++job) {
    comparisons.push_back(std::make_unique<Comparison>(options.compared));
  }
  const int64_t end = options.first + options.chains;
  const int64_t at =
      RunBlocks(options.first, end, kBlock, options.jobs,
                [&comparisons](int64_t job, int64_t from, int64_t to) {
                  comparisons[job]->Run(from, to);
                });
  Compared seen;
  std::map<std::string, int64_t> abstained;
  for (const auto& comparison : comparisons) {
    seen.Add(comparison->seen());
    for (const auto& [pair, times] : comparison->Abstained()) {
      abstained[pair] += times;
    }
  }
  PrintSummary(seen, abstained, *comparisons.front(), options.counts);
  if (!options.report.empty()) {
    RangeReport report =
        ReportOf(options, seen, at - options.first, *comparisons.front());
    for (const auto& [pair, times] : abstained) {
      report.counts[pair + " abstained"] = times;
    }
    WriteRange(options.report, report);
  }
  if (at < end) {
    fmt::print("stopped after {} chains; --first {} --chains {} goes on\n",
               at - options.first, at, end - at);
  }
  return seen.unexplained == 0 && at == end ? EXIT_SUCCESS : kRed;
}

int Main(int argc, char** argv) {
  Options options;
  Arguments arguments(
      "long_run",
      "Streams chains through reference, model and libtorch; exits 1 if they "
      "differ.\nExample: long_run --chains 1000000 --seed 1 --jobs 2");
  arguments.Add("--chains,--cases", &options.chains, "how many cases",
                {.least = 0});
  arguments.Add("--seed", &options.compared.seed,
                "case i depends on the seed and i alone");
  arguments.Add("--first", &options.first, "the number of the first case",
                {.least = 0});
  arguments.Add("--jobs", &options.jobs, "threads; the output is the same",
                {.least = 1, .most = 256});
  arguments.Add("--wide", &options.compared.cases.wide,
                "of 12 edits, how many put in a number beyond 2^31");
  arguments.Add("--oracle,!--no-oracle", &options.compared.oracle,
                "ask libtorch as well");
  arguments.Add("--counts", &options.counts, "print what the cases held");
  arguments.Add("--mutant", &options.compared.mutant,
                "in place of the model and libtorch: the reference with a bug",
                {.takes = "OP:NAME"});
  arguments.Add("--report", &options.report,
                "a file to write: the range's report (range_report.h)");
  if (const auto status = arguments.Parse(argc, argv)) return *status;
  if (!options.compared.mutant.empty()) options.compared.oracle = false;
  if (options.compared.oracle && MakeLibtorch() == nullptr) {
    fmt::print(stderr,
               "this build has no libtorch; --no-oracle does without\n");
    return kMisused;
  }
  StopOnSignals(0);
  try {
    return Run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "long_run: {}\n", error.what());
    return kMisused;
  }
}

}  // namespace
}  // namespace viewproof

int main(int argc, char** argv) { return viewproof::Main(argc, argv); }
