#include "fuzz/hunt/accepted.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode_case.h"
#include "conformance/case/escape.h"
#include "conformance/case/json.h"
#include "conformance/case/number.h"
#include "conformance/case/padding.h"
#include "conformance/case/suggest.h"
#include "conformance/gate/gate_save.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/difference.h"
#include "conformance/report/range_report.h"
#include "conformance/run/launch.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

constexpr std::string_view kBaseAlone = "base";  // To blame, before any op.
constexpr std::string_view kFuzz = "{\"fuzz\":";

template <typename Word>
Word Recognized(std::optional<Word> word, std::string_view key) {
  if (!word) json::Refuse(key, "unknown word");
  return *word;
}

AcceptedFinding ReadLine(std::string_view text) {
  AcceptedFinding finding;
  KnownFailure& entry = finding.entry;
  const Padded padded(text);
  od::parser parser;
  json::Once seen;
  json::ForEachFieldOfLine(
      parser, padded.view(), [&](std::string_view key, od::value value) {
        seen.Add(key);
        if (key == "op") {
          entry.op = json::String(value, key);
          if (entry.op != kEveryOp && entry.op != kBaseAlone &&
              FindOp(entry.op) == nullptr) {
            json::Refuse(key, "unknown op" + DidYouMeanOp(entry.op));
          }
        } else if (key == "difference") {
          entry.difference = json::String(value, key);
          if (!entry.difference.empty()) {
            Recognized(FindDifferenceKind(entry.difference), key);
          }
        } else if (key == "verdict") {
          entry.verdict =
              Recognized(FindVerdict(json::String(value, key)), key);
          if (entry.verdict == Verdict::kPass ||
              entry.verdict == Verdict::kSkip) {
            json::Refuse(key, "no failure has it");
          }
        } else if (key == "facets") {
          json::ForEachElement(value, key, [&](od::value facet) {
            entry.facets.push_back(
                Recognized(FindFacet(json::String(facet, "facets")), "facets"));
          });
        } else if (key == "when") {
          json::ForEachElement(value, key, [&](od::value feature) {
            finding.when.set(static_cast<std::size_t>(Recognized(
                FindFeature(json::String(feature, "when")), "when")));
          });
        } else if (key == "after") {
          json::ForEachElement(value, key, [&](od::value name) {
            const Op* op = FindOp(json::String(name, key));
            if (op == nullptr) json::Refuse(key, "unknown op");
            finding.after.push_back(op);
          });
        } else if (key == "reason") {
          entry.reason = json::String(value, key);
        } else if (key == "link") {
          entry.link = json::String(value, key);
        } else if (key != "base" && key != "chain") {
          json::RefuseUnknown(key);
        }
      });
  seen.Demand({"op", "difference", "verdict", "facets", "when", "reason"});
  const std::string_view fault = FaultOfReason(entry.reason);
  if (!fault.empty()) json::Refuse("reason", std::string(fault));
  ReadCase(parser, padded.view(), UnknownKeys::kIgnored, finding.vector.test);
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
  return options.gate.empty() ? report.header.subject : options.gate;
}

Gate GateOf(const std::string& root, const AcceptOptions& options,
            const RangeReport& report) {
  Gate gate = FindGate(root, GateNameOf(options, report));
  const auto digest = report.header.digests.find("gate");
  if (digest == report.header.digests.end() ||
      digest->second != DigestOfFile(gate.path)) {
    throw BadInput(fmt::format(
        "{}: is no report of {} as it is now: name its gate file with --gate, "
        "or run fuzz again",
        options.report, gate.path));
  }
  return gate;
}

}  // namespace

std::string FindingsPath(const std::string& gate_path) {
  constexpr std::string_view kEnding = ".gate.toml";
  std::string_view stem = gate_path;
  if (stem.ends_with(kEnding)) stem.remove_suffix(kEnding.size());
  return std::string(stem) + ".findings.jsonl";
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

std::vector<KnownFeatures> FeaturesOf(
    const std::vector<AcceptedFinding>& accepted) {
  std::vector<KnownFeatures> known;
  for (const AcceptedFinding& finding : accepted) {
    known.push_back({&finding.entry, finding.when, finding.after});
  }
  return known;
}

bool IsFuzzReport(const std::string& path) {
  std::ifstream file(path);
  std::string begin(kFuzz.size(), '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == kFuzz;
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
