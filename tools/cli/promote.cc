#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/padding.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/outputs.h"
#include "conformance/report/findings.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "tools/cli/verbs.h"
#include "tools/golden/check.h"
#include "tools/golden/curate.h"
#include "tools/golden/pending.h"
#include "tools/golden/proposal.h"

namespace viewproof {
namespace {

Case CaseOfJson(std::string_view json) {
  Case test;
  const PaddedText line(json);
  Decoder().Read(line.view(), test, UnknownKeys::kIgnored);
  return test;
}

// New findings have the number that fuzz printed.
Case CaseOfFinding(const std::string& path, int64_t number) {
  int64_t count = 0;
  for (const RangeFinding& finding : ReadRange(path).findings) {
    const auto found = finding.shown.find("finding");
    if (found == finding.shown.end()) continue;
    ++count;
    if (found->second != std::to_string(number)) continue;
    return CaseOfJson(fmt::format(R"({{"base":{},"chain":{}}})",
                                  ShownBy(finding, "base"),
                                  ShownBy(finding, "chain")));
  }
  throw BadInput(fmt::format("--finding {}: {} has {} new finding{}", number,
                             path, count, count == 1 ? "" : "s"));
}

Case CaseOf(const PromoteOptions& options) {
  std::error_code unknown;  // No name of a file is as long as a case may be.
  const bool is_file = std::filesystem::exists(options.what, unknown);
  if (is_file && IsOfKind(options.what, FileKind::kFindings)) {
    return CaseOfFinding(options.what, options.finding.value_or(1));
  }
  if (options.finding) {
    throw BadInput("--finding: CASE is no report of fuzz");
  }
  if (!is_file) return ParseText(options.what);
  LineReader lines(options.what);
  std::string_view line;
  lines.Next(line);
  try {
    return CaseOfJson(line);
  } catch (const BadInput& error) {
    throw BadInput(options.what + ": " + error.what());
  }
}

void DemandLength(const std::string& why) {
  const std::string fault = FaultOfLength(why);
  if (!fault.empty()) throw BadInput("--why: " + fault);
}

std::string AskWhy(std::FILE* in, std::FILE* out) {
  if (isatty(fileno(in)) == 0) {
    throw BadInput(fmt::format(
        "--why: say in {} to {} characters what a failure of this vector "
        "would mean, as in\n  --why \"the offset of the operand must be added, "
        "not replaced\"",
        kMinWhy, kMaxWhy));
  }
  fmt::print(out, "What would a failure of this vector mean? ");
  std::fflush(out);
  std::array<char, 512> line{};
  if (std::fgets(line.data(), line.size(), in) == nullptr) line[0] = '\0';
  std::string why = line.data();
  while (!why.empty() && why.back() == '\n') why.pop_back();
  return why;
}

TakenNames TakenIn(const std::string& root) {
  TakenNames taken;
  ForEachVector(OpenGolden(root + "/golden"), [&](const Vector& vector) {
    taken.ids.insert(vector.test.id);
    taken.whys.insert(vector.why);
  });
  return taken;
}

// Ids and words of entries that wait are taken too.
void AddPending(const std::vector<PendingEntry>& pending, const Spec& spec,
                TakenNames& taken) {
  for (const PendingEntry& one : pending) {
    std::vector<std::string> problems;
    for (const Entry& entry :
         ParseEntries(one.entry, std::string(kPendingFile), spec, problems)) {
      taken.ids.insert(entry.test.id);
      taken.whys.insert(entry.why);
    }
  }
}

Vector Answered(Case test) {
  DemandSteps(test);
  Vector vector;
  vector.test = std::move(test);
  Reply reply;
  MakeReference()->Run(vector.test, reply);
  if (reply.too_large || reply.unsupported ||
      reply.steps.size() != vector.test.chain.size()) {
    throw BadInput("case: the reference has no answer to it");
  }
  vector.expect = std::move(reply.steps);
  return vector;
}

}  // namespace

Arguments AddPromote(Arguments& program, PromoteOptions& options) {
  Arguments verb = program.Verb(
      "promote", "Make a case that was found a vector of golden/",
      R"(In a clone alone. An entry with proposed id, rules and flags waits in
tools/golden/pending.jsonl until the next run of tools:golden, which asks
libtorch and moves it into tools/golden/cases. The reference and the model are
asked at once.
Exit status: 0 it waits, 2 golden/ may not hold it: the message says why.
Example: viewproof promote 'float32[2,1,3] | unfold(-1, 1, 2) | view([-1])' --why 'a window of size 1 hides no border'
Example: viewproof promote findings.jsonl --finding 2 --why '...')");
  verb.Add("CASE", &options.what,
           "A case as text, a file of --corpus, or what fuzz --report wrote",
           {.required = true});
  verb.Add("--finding", &options.finding,
           "Of a report: its number, as fuzz printed it", {.least = 1});
  verb.Add("--why", &options.why,
           "What a failure would mean, in 10 to 140 characters");
  verb.Add("--id", &options.id, "OP/SLUG instead of the one that is proposed");
  return verb;
}

void PromoteCase(const PromoteOptions& options, std::FILE* in, std::FILE* out) {
  const std::string path = fmt::format("{}/{}", options.root, kPendingFile);
  if (!std::filesystem::is_directory(
          std::filesystem::path(path).parent_path())) {
    throw BadInput(fmt::format(
        "promote: there is no {}: this is no clone of viewproof, where golden/ "
        "is made",
        std::filesystem::path(path).parent_path().string()));
  }
  if (!options.why.empty()) DemandLength(options.why);
  const FileLock held(path);
  const Spec spec = ParseSpec(ReadFile(options.root + "/reference/SPEC.md"));
  std::vector<PendingEntry> pending = ReadPending(options.root);
  TakenNames taken = TakenIn(options.root);
  AddPending(pending, spec, taken);
  ProposedEntry proposed =
      Proposer(spec, taken).Propose(Answered(CaseOf(options)));
  Entry& entry = proposed.entry;
  if (!options.id.empty()) {
    if (taken.ids.contains(options.id)) {
      throw BadInput("--id: golden/ has " + options.id + " already");
    }
    entry.test.id = options.id;
  }
  entry.where = entry.test.id;
  entry.why = options.why.empty() ? AskWhy(in, out) : options.why;
  DemandLength(entry.why);
  if (taken.whys.contains(entry.why)) {
    throw BadInput("--why: another vector says the same: " + entry.why);
  }
  const std::string text = TomlOf(entry);
  // Text that people type is read back as cases/ is.
  std::vector<std::string> problems;
  const std::vector<Entry> read =
      ParseEntries(text, entry.where, spec, problems);
  if (!problems.empty() || read.empty()) {
    throw BadInput(problems.empty() ? "no entry" : problems.front());
  }
  const CuratedVector made =
      Curate(read.front(), proposed.profile,
             {MakeReference(), MakeModel(), nullptr}, spec);
  pending.push_back({.profile = proposed.profile,
                     .golden = OpenGolden(options.root + "/golden").digest,
                     .entry = text});
  WriteFile(path, TextOf(pending));
  fmt::print(
      out,
      "{}\nThe reference answers it{}. It waits in {} for libtorch:\n"
      "  bazel run //tools:golden    asks libtorch and moves it into "
      "cases/{}\n",
      text,
      made.model_abstained ? "; the model abstains" : " and the model agrees",
      kPendingFile, Name(proposed.profile));
}

}  // namespace viewproof
