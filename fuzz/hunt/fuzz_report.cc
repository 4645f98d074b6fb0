#include "fuzz/hunt/fuzz_report.h"

#include <fmt/format.h>

#include <utility>

#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/text.h"
#include "conformance/case/torch_code.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/declared.h"
#include "conformance/judge/worlds.h"
#include "conformance/report/print_groups.h"
#include "conformance/run/print_check.h"

namespace viewproof {

Group GroupOf(const Finding& finding, Facets demanded) {
  Group group = GroupOf(finding.record, demanded);
  if (!finding.repeats) group.gravity = Gravity::kOrder;
  group.count = finding.hits;
  group.outside *= finding.hits;
  group.misspelt *= finding.hits;
  group.vector = finding.vector;
  return group;
}

namespace {

void PrintCode(const Screen& screen, std::string_view title,
               const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  screen.Print(fmt::format("  {}\n", title));
  for (const std::string& line : lines) {
    screen.Print("    " + Escaped(line) + "\n");
  }
}

}  // namespace

std::vector<std::vector<std::string>> OwnCodeOf(
    const std::vector<const Finding*>& findings, const Launch& launch) {
  if (!launch.adapter) {
    return std::vector<std::vector<std::string>>(findings.size());
  }
  std::vector<AskedCode> asked;
  for (const Finding* finding : findings) {
    asked.push_back({&finding->vector.test, IsDeath(finding->failure.verdict)});
  }
  return OwnCode(*launch.adapter, asked);
}

void PrintFinding(const Screen& screen, std::size_t number,
                  const Finding& finding, Facets demanded,
                  const std::vector<std::string>& own, const GroupsView& view,
                  bool verbose) {
  PrintGroup(screen, number, GroupOf(finding, demanded), view);
  if (!finding.not_minimal.empty()) {
    screen.Print(fmt::format("  not minimal: {}\n", finding.not_minimal));
  }
  // How PyTorch spells a kernel, its table alone says.
  if (CallStepOf(finding.vector.test.chain) == 0) {
    PrintCode(screen, "expected, in PyTorch",
              TorchCode(finding.vector.test, finding.vector.expect));
  }
  PrintCode(screen, "in the library", own);
  if (!verbose) return;
  Vector vector = finding.vector;
  vector.needs = NeedsOf(vector.test, vector.expect, vector.alternative);
  vector.needs.views = NeedsViews(vector.test, vector.expect);
  std::string line;
  AppendJson(vector, line);
  PrintCode(screen, "as a vector (check --vectors FILE)", {line});
}

namespace {

template <typename Value>
std::string Json(const Value& value) {
  std::string text;
  AppendJson(value, text);
  return text;
}

std::string KeyOf(const Finding& finding) {
  std::string key(finding.failure.op);
  for (const std::string& word :
       {finding.failure.difference, std::string(Name(finding.failure.verdict)),
        Text(finding.features)}) {
    if (!word.empty()) key += " " + word;
  }
  return key;
}

// ["a","b"]
std::string ListOf(const std::vector<std::string>& words) {
  std::string text = "[";
  for (const std::string& word : words) {
    if (text.size() > 1) text += ',';
    text += Quoted(word);
  }
  return text + "]";
}

std::vector<std::string> WordsOf(FeatureSet features) {
  std::vector<std::string> words;
  for (std::size_t k = 0; k < features.size(); ++k) {
    if (features[k]) words.emplace_back(Name(static_cast<Feature>(k)));
  }
  return words;
}

RangeFinding AsRangeFinding(const Finding& finding, int64_t& number) {
  RangeFinding shown{.key = KeyOf(finding),
                     .times = finding.hits,
                     .number = finding.number,
                     .known = finding.known != nullptr};
  const Vector& vector = finding.vector;
  std::vector<std::string> facets;
  for (const Facet facet : finding.failure.facets) {
    facets.emplace_back(Name(facet));
  }
  shown.shown = {{"op", Quoted(finding.failure.op)},
                 {"difference", Quoted(finding.failure.difference)},
                 {"verdict", Quoted(Name(finding.failure.verdict))},
                 {"facets", ListOf(facets)},
                 {"when", ListOf(WordsOf(finding.features))},
                 {"base", Json(vector.test.base)},
                 {"chain", Json(vector.test.chain)},
                 {"expect", Json(vector.expect)}};
  if (!shown.known) shown.shown["finding"] = std::to_string(++number);
  if (shown.known) {
    shown.shown["reason"] = Quoted(finding.known->reason);
    if (!finding.known->link.empty()) {
      shown.shown["link"] = Quoted(finding.known->link);
    }
  }
  if (!CanBeKnown(finding)) shown.shown["order"] = "true";
  if (!finding.not_minimal.empty()) {
    shown.shown["not_minimal"] = Quoted(finding.not_minimal);
  }
  return shown;
}

}  // namespace

Cell CellOf(const HuntCounts& counts, const std::vector<Finding>& findings) {
  Cell cell;
  for (const auto& [entry, hits] : counts.alike) cell.known += hits;
  for (const Finding& finding : findings) {
    if (finding.known != nullptr) cell.known += finding.hits;
  }
  cell.fresh = counts.failing - cell.known;
  cell.others = counts.others;
  cell.passed = counts.judged - counts.failing - counts.others;
  cell.skipped = counts.not_admitted + counts.left_out;
  for (const auto& [reason, count] : counts.skipped) cell.skipped += count;
  return cell;
}

RangeReport FuzzReport(const ReportHeader& header, const HuntCounts& counts,
                       const Trouble& trouble,
                       const std::vector<Finding>& findings) {
  RangeReport report;
  report.header = header;
  int64_t number = 0;
  for (const Finding& finding : findings) {
    report.findings.push_back(AsRangeFinding(finding, number));
  }
  auto& cases = report.footer.cases;
  cases = CountsByHead(CellOf(counts, findings));
  cases["not admitted"] = counts.not_admitted;
  cases["left out"] = counts.left_out;
  cases["kinds not looked at"] = counts.not_looked_at;
  if (counts.abstained > 0) cases["abstained"] = counts.abstained;
  for (const auto& [reason, count] : counts.explained) {
    cases[fmt::format("explained: {}", reason)] = count;
  }
  for (const auto& [reason, count] : counts.skipped) {
    cases[fmt::format("skipped {}", Name(reason))] = count;
  }
  // The ends of processes, and their number, depend on how a run is cut.
  Trouble& told = report.footer.trouble;
  told.stray_deaths = trouble.stray_deaths;
  told.noisy_lines = trouble.noisy_lines;
  told.noise = trouble.noise;
  return report;
}

}  // namespace viewproof
