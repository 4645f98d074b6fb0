#include "conformance/run/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/case/padding.h"
#include "conformance/gate/gate.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/installed.h"
#include "conformance/report/error_log.h"
#include "conformance/report/facts.h"
#include "conformance/report/findings.h"
#include "conformance/report/footer.h"
#include "conformance/report/print_run.h"
#include "conformance/report/ran.h"
#include "conformance/report/report.h"
#include "conformance/report/summary.h"
#include "conformance/run/conclusion.h"
#include "conformance/run/launch.h"
#include "conformance/run/print_check.h"

namespace viewproof {
namespace {

// A report, and what it holds of a run: of one shard the numbers [first, end).
// Without a range a shard is all of its cases.
struct Part {
  std::string path;
  ReportHeader header;
  int64_t first = 0;
  int64_t end = 1;
};

// The header as it would be of the whole run.
ReportHeader WholeOf(ReportHeader header, int64_t first, int64_t end) {
  header.plan.shard = header.plan.shards = 1;
  if (header.range) {
    header.range->first = first;
    header.range->cases = end - first;
  }
  return header;
}

void RefuseUnlessOfOneRun(const Part& part, const Part& other) {
  if (part.header.plan.shards == other.header.plan.shards &&
      HeaderLine(WholeOf(part.header, 0, 0)) ==
          HeaderLine(WholeOf(other.header, 0, 0))) {
    return;
  }
  throw BadInput(fmt::format("{}: is not of the run that {} is a part of",
                             part.path, other.path));
}

// Refuses what does not hold of a shard the numbers from `at` on.
void RefuseUnlessNext(const Part& part, int64_t at) {
  if (part.first == at) return;
  if (!part.header.range) {
    throw BadInput(fmt::format("{}: shard {} is there twice", part.path,
                               part.header.plan.shard));
  }
  throw BadInput(fmt::format("{}: cases {} to {} are {}", part.path,
                             std::min(at, part.first),
                             std::max(at, part.first) - 1,
                             at < part.first ? "missing" : "there twice"));
}

// Puts them in order, and gives the header of the run that they are together:
// each shard of it once, and of each the same numbers, each once.
ReportHeader HeaderOfAll(std::vector<Part>& parts) {
  std::ranges::stable_sort(parts, {}, [](const Part& part) {
    return std::pair(part.header.plan.shard, part.first);
  });
  const Part& front = parts.front();
  int64_t end = front.end;
  for (const Part& part : parts) {
    RefuseUnlessOfOneRun(part, front);
    end = std::max(end, part.end);
  }
  auto part = parts.begin();
  const int64_t shards = front.header.plan.shards;
  for (int64_t shard = 1; shard <= shards; ++shard) {
    int64_t at = front.first;
    for (; part != parts.end() && part->header.plan.shard == shard; ++part) {
      RefuseUnlessNext(*part, at);
      at = part->end;
    }
    if (at == end) continue;
    throw BadInput(at == front.first
                       ? fmt::format("shard {} of {} is missing", shard, shards)
                       : fmt::format("cases {} to {} of shard {} are missing",
                                     at, end - 1, shard));
  }
  return WholeOf(front.header, front.first, end);
}

// The options with which the whole plan would have been checked.
CheckOptions OptionsOf(const MergeOptions& options,
                       const ReportHeader& header) {
  CheckOptions check;
  check.root = options.root;
  check.report = options.report;
  check.groups_file = options.groups_file;
  check.all_groups = options.all_groups;
  check.verbose = options.verbose;
  check.json = options.json;
  check.subject.name = header.gate;
  check.only = header.plan.only;
  check.leave_out = header.plan.leave_out;
  std::optional<Gate> gate;
  if (!options.gate.empty()) {
    check.subject.name = options.gate;
  } else if (!header.gate.empty()) {
    const std::string path = FindGateFile(options.root, header.gate);
    if (DigestOfGate(path) != header.gate_digest) {
      throw BadInput(path +
                     ": has changed since the reports were made; what is not "
                     "accepted yet:\n    " +
                     ProgramName() +
                     " accept REPORT --groups-file groups.toml");
    }
    gate = ReadGate(path);
  } else {
    check.subject.command = {"COMMAND"};  // No report tells it.
  }
  if (OpenGolden(options.root + "/golden").digest != header.golden) {
    throw BadInput("golden/ has changed since the reports were made");
  }
  if (!options.gate.empty()) return check;
  const bool as_gate = gate && gate->profiles == header.plan.profiles;
  if (!as_gate) {
    check.profiles = header.plan.profiles;
    check.all = gate && header.plan.profiles.empty();
  }
  if (header.dtypes != (gate ? gate->dtypes : std::vector<DType>())) {
    check.dtypes = header.dtypes;
  }
  return check;
}

// Judges the records again, as if they were made now.
ExitStatus MergeRecords(const MergeOptions& options,
                        const std::vector<Part>& parts,
                        const ReportHeader& header, std::FILE* out) {
  EarlierResults recorded;
  recorded.hello = header.subject;
  std::vector<FoundRecords> records;
  std::vector<Ran> ran;
  std::vector<ErrorsSaid> errors;
  for (const Part& part : parts) {
    if (part.path == options.report || IsSameFile(part.path, options.report)) {
      throw BadInput(part.path + ": is read, and cannot be written");
    }
    const FoundRecords& found = records.emplace_back(part.path);
    if (!found.complete()) {
      throw BadInput(part.path +
                     ": its run was cut short; finish it with --resume");
    }
    AddFacts(found.facts(), recorded.trouble);
    ReportFooter footer = ReadFooter(PaddedText(found.footer()).view());
    std::ranges::move(footer.code, std::back_inserter(recorded.code));
    ran.push_back(std::move(footer.ran));
    errors.emplace_back(part.path);
  }
  recorded.ran = Together(ran);
  recorded.find = [&](const Vector& vector, Record& record) {
    for (std::size_t k = 0; k < records.size(); ++k) {
      if (!records[k].Find(vector, recorded.hello, record)) continue;
      record.stderr_tail = errors[k].Of(record);
      return true;
    }
    return false;
  };
  return RunCheck(OptionsOf(options, header), out, &recorded);
}

// Returns what tells the findings of a report apart.
std::string IdentityOf(const RangeFinding& finding) {
  const auto facets = finding.shown.find("facets");
  return fmt::format("{} {} {} {}", finding.key, finding.known,
                     finding.shown.contains("order"),
                     facets == finding.shown.end() ? "" : facets->second);
}

// Those of all parts: of each the first, numbered if it is new.
std::vector<RangeFinding> Added(const std::vector<RangeFinding>& all) {
  std::map<std::string, RangeFinding> by_identity;
  for (const RangeFinding& finding : all) {
    const auto [place, is_new] =
        by_identity.try_emplace(IdentityOf(finding), finding);
    if (is_new) continue;
    const int64_t times = place->second.times + finding.times;
    if (finding.number < place->second.number) place->second = finding;
    place->second.times = times;
  }
  std::vector<RangeFinding> findings;
  for (auto& [key, finding] : by_identity) {
    findings.push_back(std::move(finding));
  }
  std::ranges::sort(findings, {}, [](const RangeFinding& finding) {
    return std::pair(finding.number, finding.key);
  });
  int64_t number = 0;
  for (RangeFinding& finding : findings) {
    if (!finding.known) finding.shown["finding"] = std::to_string(++number);
  }
  return findings;
}

RangeReport SumOf(const std::vector<Part>& parts, const ReportHeader& header) {
  RangeReport sum;
  sum.header = header;
  std::vector<RangeFinding> findings;
  for (const Part& part : parts) {
    RangeReport report = ReadRange(part.path);
    if (!report.footer.why.empty()) {
      throw BadInput(part.path + ": " + report.footer.why);
    }
    std::ranges::move(report.findings, std::back_inserter(findings));
    AddFacts(report.footer.trouble, sum.footer.trouble);
    for (const auto& [name, count] : report.footer.cases) {
      sum.footer.cases[name] += count;
    }
  }
  sum.findings = Added(findings);
  return sum;
}

// The gate file that the reports name, as it was; none: they name none.
std::optional<Gate> GateOf(const MergeOptions& options,
                           const ReportHeader& header) {
  if (header.gate_digest.empty()) return {};
  Gate gate =
      FindGate(options.root, options.gate.empty() ? header.gate : options.gate);
  if (DigestOfGate(gate.path) != header.gate_digest) {
    throw BadInput(gate.path +
                   ": is not the gate file of the reports as it was: name it "
                   "with --gate");
  }
  return gate;
}

// Writes the sum of ranges and prints its new findings.
ExitStatus MergeFindings(const MergeOptions& options, const RangeReport& sum,
                         std::FILE* out) {
  if (!options.groups_file.empty() || options.all_groups) {
    throw BadInput("--groups, --groups-file: they are of reports of check");
  }
  const std::optional<Gate> gate = GateOf(options, sum.header);
  DrawnRun run;
  std::vector<std::string> notes;
  for (const RangeFinding& finding : sum.findings) {
    ++(finding.known ? run.known : run.findings);
    if (finding.known) continue;
    notes.push_back(fmt::format("#{} {}: {} of case {} and later",
                                ShownBy(finding, "finding"), finding.key,
                                Grouped(finding.times), finding.number));
  }
  run.cases = CellOf(sum.footer.cases);
  if (!options.report.empty()) WriteRange(options.report, sum);
  const Conclusion conclusion =
      ConcludeDrawn(gate ? &*gate : nullptr, sum.footer.trouble, run);
  notes.insert(notes.begin(), conclusion.notes.begin(), conclusion.notes.end());
  const Screen screen(out);
  PrintedVerdict verdict{conclusion.green,
                         TitleOf(conclusion.headline, sum.header.subject),
                         "",
                         {},
                         CountsText(run.cases)};
  PrintFirstLines(screen, verdict);
  PrintNotes(screen, notes);
  PrintLastLine(screen, verdict);
  if (!options.json.empty()) {
    WriteTogether({{options.json,
                    ToJson(SummaryOf(conclusion, run, sum.header.subject))}});
  }
  return conclusion.status();
}

// The reports, in order, and the header of the run that they are together.
std::pair<std::vector<Part>, ReportHeader> PartsOf(
    const std::vector<std::string>& reports) {
  std::vector<Part> parts;
  for (const std::string& report : reports) {
    Part& part = parts.emplace_back(Part{report, ReadHeader(report)});
    if (!part.header.range) continue;
    part.first = part.header.range->first;
    part.end = part.first + part.header.range->cases;
  }
  ReportHeader header = HeaderOfAll(parts);
  return {std::move(parts), std::move(header)};
}

}  // namespace

ExitStatus Merge(const MergeOptions& options, std::FILE* out) {
  const auto [parts, header] = PartsOf(options.reports);
  return header.range ? MergeFindings(options, SumOf(parts, header), out)
                      : MergeRecords(options, parts, header, out);
}

}  // namespace viewproof
