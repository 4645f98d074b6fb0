#include "fuzz/hunt/merge_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/golden_file/file.h"
#include "conformance/report/markup.h"
#include "conformance/report/summary.h"
#include "conformance/run/conclusion.h"
#include "conformance/run/launch.h"
#include "fuzz/hunt/fuzz_report.h"

namespace viewproof {
namespace {

// A report and where it lies.
struct Part {
  std::string path;
  RangeReport report;
};

int64_t EndOf(const CaseRange& range) { return range.first + range.cases; }

// Throws unless the parts, in the order of their numbers, are one range.
void RefuseUnlessTheyAreOneRange(const std::vector<Part>& parts) {
  const Part& first = parts.front();
  int64_t at = first.report.header.range.first;
  for (const Part& part : parts) {
    const RangeHeader& header = part.report.header;
    const CaseRange& range = header.range;
    if (!header.IsOfOneCampaign(first.report.header) ||
        range.seed != first.report.header.range.seed) {
      throw BadInput(fmt::format("{}: is not of the run that {} is a part of",
                                 part.path, first.path));
    }
    if (part.report.done != range.cases) {
      throw BadInput(fmt::format("{}: {} of its {} cases were judged",
                                 part.path, part.report.done, range.cases));
    }
    if (range.first != at) {
      throw BadInput(fmt::format("{}: cases {} to {} are {}", part.path,
                                 std::min(at, range.first),
                                 std::max(at, range.first) - 1,
                                 at < range.first ? "missing" : "there twice"));
    }
    at = EndOf(range);
  }
}

// What tells the findings of a report apart.
std::string IdentityOf(const RangeFinding& finding) {
  const auto facets = finding.shown.find("facets");
  return fmt::format("{} {} {} {}", finding.key, finding.known,
                     finding.shown.contains("order"),
                     facets == finding.shown.end() ? "" : facets->second);
}

// Keeps one of each finding, the first, and numbers those that are new.
void AddFindings(const std::vector<Part>& parts, RangeReport& sum) {
  std::map<std::string, RangeFinding> findings;
  for (const Part& part : parts) {
    for (const RangeFinding& finding : part.report.findings) {
      const auto [place, is_new] =
          findings.try_emplace(IdentityOf(finding), finding);
      if (!is_new) place->second.times += finding.times;
    }
  }
  for (auto& [key, finding] : findings) {
    sum.findings.push_back(std::move(finding));
  }
  std::ranges::sort(sum.findings, {}, [](const RangeFinding& finding) {
    return std::pair(finding.number, finding.key);
  });
  int64_t number = 0;
  for (RangeFinding& finding : sum.findings) {
    if (!finding.known) finding.shown["finding"] = std::to_string(++number);
  }
}

// What a report counts under a name that begins so, by the rest of the name.
std::map<std::string, int64_t> CountsOf(const RangeReport& report,
                                        std::string_view begin) {
  std::map<std::string, int64_t> counts;
  for (const auto& [name, count] : report.counts) {
    if (name.starts_with(begin)) counts[name.substr(begin.size())] = count;
  }
  return counts;
}

// The gate file that the reports name, as it was; none: they name none.
std::optional<Gate> GateOf(const MergeOptions& options,
                           const RangeHeader& header) {
  const auto digest = header.digests.find("gate");
  if (digest == header.digests.end() || digest->second.empty()) return {};
  Gate gate = FindGate(options.root,
                       options.gate.empty() ? header.subject : options.gate);
  if (DigestOfFile(gate.path) != digest->second) {
    throw BadInput(gate.path +
                   ": is not the gate file of the reports as it was: name it "
                   "with --gate");
  }
  return gate;
}

}  // namespace

RangeReport AddRanges(const std::vector<std::string>& paths) {
  std::vector<Part> parts;
  for (const std::string& path : paths)
    parts.push_back({path, ReadRange(path)});
  std::ranges::stable_sort(parts, {}, [](const Part& part) {
    return part.report.header.range.first;
  });
  RefuseUnlessTheyAreOneRange(parts);
  RangeReport sum;
  sum.header = parts.front().report.header;
  sum.header.range.cases =
      EndOf(parts.back().report.header.range) - sum.header.range.first;
  sum.done = sum.header.range.cases;
  for (const Part& part : parts) {
    for (const auto& [name, count] : part.report.counts) {
      sum.counts[name] += count;
    }
  }
  AddFindings(parts, sum);
  return sum;
}

ExitStatus MergeRanges(const MergeOptions& options, std::FILE* out) {
  if (!options.groups_file.empty() || options.all_groups) {
    throw BadInput("--groups, --groups-file: they are of reports of check");
  }
  const RangeReport sum = AddRanges(options.reports);
  const std::optional<Gate> gate = GateOf(options, sum.header);
  const Screen screen(out);
  DrawnRun run;
  for (const RangeFinding& finding : sum.findings) {
    ++(finding.known ? run.known : run.findings);
    if (finding.known) continue;
    screen.Print(fmt::format("#{} {}: {} of case {} and later\n",
                             ShownBy(finding, "finding"), Escaped(finding.key),
                             Grouped(finding.times), finding.number));
  }
  const auto count = [&sum](const char* name) {
    const auto found = sum.counts.find(name);
    return found == sum.counts.end() ? 0 : found->second;
  };
  run.judged = count("judged");
  Trouble trouble;
  trouble.stray_deaths = CountsOf(sum, kStrayDeaths);
  trouble.noisy_lines = count(kNoisyLines);
  if (!options.report.empty()) WriteRange(options.report, sum);
  const Conclusion conclusion =
      ConcludeDrawn(gate ? &*gate : nullptr, trouble, run);
  PrintConclusion(screen, conclusion);
  return conclusion.status();
}

}  // namespace viewproof
