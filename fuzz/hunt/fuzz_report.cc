#include "fuzz/hunt/fuzz_report.h"

#include <fmt/format.h>

#include "conformance/case/encode.h"
#include "conformance/golden_file/file.h"
#include "fuzz/hunt/chains.h"

namespace viewproof {
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

RangeReport FuzzReport(const FuzzRun& run,
                       const std::vector<Finding>& findings) {
  const HuntCounts& counts = run.counts;
  RangeReport report;
  report.header = {
      .program = "viewproof fuzz",
      .subject = run.hello.name,
      .version = run.hello.version,
      .digests = {{"asked", run.asked},
                  {"gate",
                   run.gate == nullptr ? "" : DigestOfFile(run.gate->path)},
                  {"findings", run.findings},
                  {"generator", std::to_string(kGeneratorVersion)},
                  {"hello", Digest(Json(run.hello))},
                  {"suite", fmt::format("{} {}", kSuiteVersion, run.golden)}},
      .range = {run.seed, run.options.first, counts.next - run.options.first}};
  int64_t number = 0;
  for (const Finding& finding : findings) {
    report.findings.push_back(AsRangeFinding(finding, number));
  }
  report.done = counts.next - run.options.first;
  report.counts = {{"judged", counts.judged},
                   {"failing", counts.failing},
                   {"not admitted", counts.not_admitted},
                   {"left out", counts.left_out},
                   {"kinds not looked at", counts.not_looked_at}};
  if (counts.abstained > 0) report.counts["abstained"] = counts.abstained;
  for (const auto& [reason, count] : counts.explained) {
    report.counts[fmt::format("explained: {}", reason)] = count;
  }
  for (const auto& [reason, count] : counts.skipped) {
    report.counts[fmt::format("skipped {}", Name(reason))] = count;
  }
  for (const auto& [word, count] : run.trouble.stray_deaths) {
    report.counts[std::string(kStrayDeaths) + word] = count;
  }
  if (run.trouble.noisy_lines > 0) {
    report.counts[kNoisyLines] = run.trouble.noisy_lines;
  }
  return report;
}

}  // namespace viewproof
