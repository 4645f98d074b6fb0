#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/report/arguments.h"
#include "fuzz/campaign.h"

namespace viewproof {
namespace {

constexpr int kRed = 1;
constexpr int kMisused = 2;

struct Options {
  std::vector<std::string> plan;
  std::vector<std::string> reports;
  std::string list;  // A file that names reports.
  std::string to;
  std::string check;
};

int Check(const std::string& path) {
  const CampaignVerdict verdict = JudgeCampaign(ReadFile(path));
  fmt::print("{}", verdict.summary);
  return verdict.is_clean ? EXIT_SUCCESS : kRed;
}

int Merge(Options options) {
  std::vector<CaseRange> plan;
  for (const std::string& text : options.plan) plan.push_back(ParseRange(text));
  if (!options.list.empty()) {
    LineReader lines(options.list);
    std::string_view line;
    while (lines.Next(line)) options.reports.emplace_back(line);
  }
  WriteFile(options.to, CampaignText(MergeRanges(plan, options.reports)));
  return EXIT_SUCCESS;
}

int Main(int argc, char** argv) {
  Options options;
  Arguments arguments(
      "merge_ranges",
      "Adds up the reports of a campaign's ranges, or says whether the sum is "
      "clean: exits 1 if it\nhas a finding, a hole or an overlap.\n"
      "Example: merge_ranges --plan 1:0:2000 --to sum.jsonl a.jsonl b.jsonl\n"
      "         merge_ranges --check sum.jsonl");
  arguments.Add("--plan", &options.plan,
                "the numbers that the campaign is of; \"-\" is no seed",
                {.takes = "SEED:FIRST:CASES"});
  arguments.Add("REPORT", &options.reports, "reports of ranges");
  arguments.Add("--list", &options.list, "a file with one more REPORT a line");
  arguments.Add("--to", &options.to, "the sum, a new file");
  arguments.Add("--check", &options.check, "a sum");
  if (const auto status = arguments.Parse(argc, argv)) return *status;
  if (options.to.empty() == options.check.empty()) {
    fmt::print(stderr, "merge_ranges: either --to or --check\n");
    return kMisused;
  }
  try {
    return options.to.empty() ? Check(options.check) : Merge(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "merge_ranges: {}\n", error.what());
    return kMisused;
  }
}

}  // namespace
}  // namespace viewproof

int main(int argc, char** argv) { return viewproof::Main(argc, argv); }
