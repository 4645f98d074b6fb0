#include "fuzz/hunt/fuzz_report.h"

#include <algorithm>

#include "conformance/case/encode.h"
#include "conformance/golden_file/file.h"
#include "fuzz/hunt/chains.h"

namespace viewproof {
namespace {

void AppendField(std::string_view name, std::string_view value,
                 std::string& out) {
  if (out.back() != '{') out += ',';
  AppendQuoted(name, out);
  out += ':';
  AppendQuoted(value, out);
}

void AppendField(std::string_view name, int64_t value, std::string& out) {
  if (out.back() != '{') out += ',';
  AppendQuoted(name, out);
  out += ':';
  AppendNumber(value, out);
}

std::string TextOf(const Hello& hello) {
  std::string text;
  AppendJson(hello, text);
  return text;
}

std::string FindingLine(const Finding& finding) {
  std::string line = "{\"finding\":{";
  AppendField("op", finding.failure.op, line);
  AppendField("difference", finding.failure.difference, line);
  AppendField("verdict", Name(finding.failure.verdict), line);
  AppendField("features", Text(finding.features), line);
  AppendField("hits", finding.hits, line);
  AppendField("number", finding.number, line);
  if (finding.known != nullptr) {
    AppendField("known", finding.known->reason, line);
  }
  if (!finding.not_minimal.empty()) {
    AppendField("not_minimal", finding.not_minimal, line);
  }
  line += ",\"base\":";
  AppendJson(finding.vector.test.base, line);
  line += ",\"chain\":";
  AppendJson(finding.vector.test.chain, line);
  line += ",\"expect\":";
  AppendJson(finding.vector.expect, line);
  return line + "}}\n";
}

}  // namespace

void WriteFuzzReport(const std::string& path, const FuzzRun& run,
                     const std::vector<Finding>& findings) {
  std::string text = "{\"fuzz\":{";
  AppendField("generator", kGeneratorVersion, text);
  AppendField("subject", run.hello.name, text);
  AppendField("version", run.hello.version, text);
  AppendField("hello", Digest(TextOf(run.hello)), text);
  AppendField("gate", run.name, text);
  AppendField("gate_digest",
              run.gate == nullptr ? "" : DigestOfFile(run.gate->path), text);
  AppendField("seed", run.seed, text);
  AppendField("first", run.options.first, text);
  text += "}}\n";
  for (const Finding& finding : findings) text += FindingLine(finding);
  text += "{\"end\":{";
  AppendField("cases", run.counts.next - run.options.first, text);
  AppendField("judged", run.counts.judged, text);
  AppendField("not_admitted", run.counts.not_admitted, text);
  AppendField("left_out", run.counts.left_out, text);
  AppendField("findings", std::ssize(findings), text);
  AppendField(
      "known",
      std::ranges::count_if(
          findings, [](const Finding& f) { return f.known != nullptr; }),
      text);
  if (run.cut_short) AppendField("cut_short", "ended by a signal", text);
  WriteFile(path, text + "}}\n");
}

}  // namespace viewproof
