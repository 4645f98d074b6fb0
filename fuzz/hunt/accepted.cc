#include "fuzz/hunt/accepted.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/describe.h"
#include "conformance/case/escape.h"
#include "conformance/case/number.h"
#include "conformance/case/padding.h"
#include "conformance/case/strings.h"
#include "conformance/gate/gate_save.h"
#include "conformance/gate/known_lines.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/words.h"
#include "conformance/report/findings.h"
#include "conformance/run/launch.h"

namespace viewproof {

template <>
inline constexpr json::Words<Feature> json::kWords<Feature> = {
    "feature", FindFeature, json::SchemaOfNames<kLastFeature>};

namespace {

constexpr std::string_view kBaseAlone = "base";  // To blame, before any op.

// An op by its name, or a word that a finding has in its place.
struct BlamedOp {
  void Read(json::od::value value, std::string_view field,
            std::string& into) const {
    into = json::String(value, field);
    if (into != kEveryOp && into != kBaseAlone) {
      json::OpName().Read(value, field, into);
    }
  }
  std::string Schema() const {
    return fmt::format(R"({{"anyOf": [{{"enum": ["{}", "{}"]}}, {}]}})",
                       kEveryOp, kBaseAlone, json::OpName().Schema());
  }
};

struct FeaturesCodec {
  void Read(json::od::value value, std::string_view field,
            FeatureSet& into) const {
    json::ForEachElement(value, field, [&](json::od::value feature) {
      Feature found = {};
      json::Word<Feature>().Read(feature, field, found);
      into.set(static_cast<std::size_t>(found));
    });
  }
  std::string Schema() const {
    return json::List<json::Word<Feature>>().Schema();
  }
};

struct OpsCodec {
  void Read(json::od::value value, std::string_view field,
            std::vector<const Op*>& into) const {
    std::vector<std::string> names;
    json::List<json::OpName>().Read(value, field, names);
    for (const std::string& name : names) into.push_back(FindOp(name));
  }
  std::string Schema() const { return json::List<json::OpName>().Schema(); }
};

// The case of a finding is read by a Decoder.
constexpr json::UnreadValue kOfTheCase;

constexpr auto kFinding =
    json::Describe<AcceptedFinding>(
        json::Needed("op", &AcceptedFinding::entry, &KnownFailure::op,
                     BlamedOp()),
        json::Needed("difference", &AcceptedFinding::entry,
                     &KnownFailure::difference, json::DifferenceOrNone()),
        json::Needed("verdict", &AcceptedFinding::entry,
                     &KnownFailure::verdict),
        json::Needed("facets", &AcceptedFinding::entry, &KnownFailure::facets),
        json::Needed("when", &AcceptedFinding::when, FeaturesCodec()),
        json::Optional("after", &AcceptedFinding::after, OpsCodec()),
        json::Needed("reason", &AcceptedFinding::entry, &KnownFailure::reason),
        json::Optional("link", &AcceptedFinding::entry, &KnownFailure::link),
        json::ReadOnly<AcceptedFinding>("base", kOfTheCase),
        json::ReadOnly<AcceptedFinding>("chain", kOfTheCase))
        .With([](const AcceptedFinding& finding) {
          const Verdict verdict = finding.entry.verdict;
          if (verdict == Verdict::kPass || verdict == Verdict::kSkip) {
            json::Refuse("verdict", "no failure has it");
          }
          const std::string_view fault = FaultOfReason(finding.entry.reason);
          if (!fault.empty()) json::Refuse("reason", fault);
        });

AcceptedFinding ReadLine(std::string_view text) {
  AcceptedFinding finding;
  const PaddedText padded(text);
  kFinding.ReadLine(padded.view(), finding);
  Decoder().Read(padded.view(), finding.vector.test, UnknownKeys::kIgnored);
  DemandSteps(finding.vector.test);
  return finding;
}

// The new findings of a report, by their numbers from 1.
std::vector<RangeFinding> NewFindings(const RangeReport& report) {
  std::vector<RangeFinding> findings;
  for (const RangeFinding& finding : report.findings) {
    if (!finding.known) findings.push_back(finding);
  }
  std::ranges::sort(findings, {}, [](const RangeFinding& finding) {
    const auto number = FindNumber<int64_t>(ShownBy(finding, "finding"));
    if (!number) throw BadInput("field \"finding\": expected a number");
    return *number;
  });
  return findings;
}

std::string LineOf(const RangeFinding& finding, const AcceptOptions& options) {
  std::string line = "{";
  const auto add = [&line](const std::string& key, const std::string& json) {
    if (line.size() > 1) line += ',';
    line += Quoted(key) + ":" + json;
  };
  for (const char* key : {"op", "difference", "verdict", "facets", "when"}) {
    add(key, ShownBy(finding, key));
  }
  add("reason", Quoted(options.reason));
  if (!options.link.empty()) add("link", Quoted(options.link));
  add("base", ShownBy(finding, "base"));
  add("chain", ShownBy(finding, "chain"));
  return line + "}\n";
}

const std::string& GateNameOf(const AcceptOptions& options,
                              const RangeReport& report) {
  if (!options.gate.empty()) return options.gate;
  const ReportHeader& header = report.header;
  return header.gate.empty() ? header.subject.name : header.gate;
}

Gate GateOf(const std::string& root, const AcceptOptions& options,
            const RangeReport& report) {
  Gate gate = FindGate(root, GateNameOf(options, report));
  if (report.header.gate_digest != DigestOfFile(gate.path)) {
    throw BadInput(fmt::format(
        "{}: is no report of {} as it is now: name its gate file with --gate, "
        "or run fuzz again",
        options.report, gate.path));
  }
  return gate;
}

}  // namespace

std::string FindingsPath(const std::string& gate_path) {
  return BesideGate(gate_path, "findings.jsonl");
}

std::vector<AcceptedFinding> ReadAccepted(const std::string& path) {
  std::vector<AcceptedFinding> accepted;
  if (!std::filesystem::exists(path)) return accepted;
  const std::string text = ReadFile(path);
  std::string_view left = text;
  for (int64_t number = 1; !left.empty(); ++number) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    try {
      accepted.push_back(ReadLine(left.substr(0, end)));
    } catch (const std::exception& error) {
      throw BadInput(fmt::format("{}:{}: {}", path, number, error.what()));
    }
    accepted.back().entry.line = number;
    accepted.back().vector.test.id =
        fmt::format("{}/accepted-{}", accepted.back().entry.op, number);
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return accepted;
}

std::string AcceptedSchema() { return kFinding.Schema(); }

std::vector<KnownFeatures> FeaturesOf(
    const std::vector<AcceptedFinding>& accepted) {
  std::vector<KnownFeatures> known;
  for (const AcceptedFinding& finding : accepted) {
    known.push_back({&finding.entry, finding.when, finding.after});
  }
  return known;
}

void AcceptFindings(const std::string& root, const AcceptOptions& options,
                    std::FILE* out) {
  if (options.answers) {
    throw BadInput("--answers: it is of a report that check wrote");
  }
  for (const auto& [option, file] : {std::pair("--reasons", options.reasons),
                                     {"--groups-file", options.groups_file}}) {
    if (file.empty()) continue;
    throw BadInput(
        fmt::format("{}: of a report of fuzz, accept takes --group "
                    "or --all",
                    option));
  }
  for (const auto& [option, text] :
       {std::pair("--reason", options.reason), {"--link", options.link}}) {
    const std::string_view fault = FaultOfReason(text);
    if (!fault.empty() && (!text.empty() || option[2] == 'r')) {
      throw BadInput(fmt::format("{}: {}", option, fault));
    }
  }
  const RangeReport report = ReadRange(options.report);
  const auto held = LockGate(FindGateFile(root, GateNameOf(options, report)));
  const Gate gate = GateOf(root, options, report);
  const std::vector<RangeFinding> findings = NewFindings(report);
  const int64_t count = std::ssize(findings);
  if (options.group > count) {
    throw BadInput(fmt::format("--group {}: the report has {} new finding{}",
                               options.group, count, count == 1 ? "" : "s"));
  }
  const std::string path = FindingsPath(gate.path);
  const std::vector<AcceptedFinding> before = ReadAccepted(path);
  std::string lines;
  for (int64_t k = 0; k < count; ++k) {
    if (options.group != 0 && options.group != k + 1) continue;
    const RangeFinding& finding = findings[static_cast<std::size_t>(k)];
    if (finding.shown.contains("order")) {
      fmt::print(
          out,
          "accept: finding {}, {}: left out: it passes alone, so no entry "
          "can explain it\n",
          k + 1, Escaped(finding.key));
      continue;
    }
    const std::string line = LineOf(finding, options);
    const AcceptedFinding added = ReadLine(line.substr(0, line.size() - 1));
    const bool is_there =
        std::ranges::any_of(before, [&added](const AcceptedFinding& old) {
          return old.when == added.when && old.entry.op == added.entry.op &&
                 old.entry.facets == added.entry.facets &&
                 old.entry.difference == added.entry.difference &&
                 old.entry.verdict == added.entry.verdict;
        });
    fmt::print(out, "accept: finding {}, {}{}\n", k + 1, Escaped(finding.key),
               is_there ? ": is there already" : "");
    if (!is_there) lines += line;
  }
  if (lines.empty()) {
    fmt::print(out, "accept: nothing to do for {}\n", path);
    return;
  }
  WriteFile(path, (before.empty() ? "" : ReadFile(path)) + lines);
  fmt::print(out, "accept: written to {}\n", path);
}

}  // namespace viewproof
