#include "fuzz/hunt/fuzz.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/gate/lock.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/installed.h"
#include "conformance/process/in_process.h"
#include "conformance/report/known.h"
#include "conformance/report/markup.h"
#include "conformance/report/print_run.h"
#include "conformance/report/spec.h"
#include "conformance/report/summary.h"
#include "conformance/run/conclusion.h"
#include "conformance/run/print_check.h"
#include "conformance/run/stop.h"
#include "conformance/subjects/libtorch.h"
#include "fuzz/hunt/corpus.h"
#include "fuzz/hunt/deep_cases.h"
#include "fuzz/hunt/drawn_calls.h"
#include "fuzz/hunt/fuzz_report.h"
#include "fuzz/hunt/whole_chains.h"

namespace viewproof {
namespace {

constexpr int64_t kFewSteps = 100;
constexpr double kSlow = 20;  // Cases a second.

template <typename Counts>
std::string Listed(const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += fmt::format(" {} {}", name, Grouped(count));
  }
  return text;
}

// Returns what follows the subject on the command line.
std::string AdapterOf(const Launch& launch) {
  return launch.command.empty() ? "" : " -- " + ShellWords(launch.command);
}

// Returns what chooses the cases beside the seed, as options.
std::string AskedBy(const FuzzOptions& options) {
  std::string line;
  const ChainOptions& chains = options.chains;
  for (const std::string& op : chains.ops) line += " --ops " + op;
  for (const Profile profile : chains.profiles) {
    line += fmt::format(" --profile {}", Name(profile));
  }
  if (chains.min_rank != 0 || chains.max_rank != kMaxBaseRank) {
    line += fmt::format(" --ranks {}-{}", chains.min_rank, chains.max_rank);
  }
  if (options.shard != Shard{}) {
    line +=
        fmt::format(" --shard {}/{}", options.shard.number, options.shard.of);
  }
  return line;
}

// The command that runs `count` cases from case `first` on.
std::string CommandOf(const FuzzOptions& options, const Launch& launch,
                      int64_t first, int64_t count) {
  std::string line = ProgramName();
  line += options.deep ? " check" : " fuzz";
  if (!launch.subject.empty()) line += " " + launch.subject;
  line += AskedBy(options);
  line += options.deep ? fmt::format(" --deep {} --deep-from {}", count, first)
                       : fmt::format(" --seed {} --first {} --cases {}",
                                     options.chains.seed, first, count);
  return line + AdapterOf(launch);
}

// Returns whether kernels of the library are asked, and not views: the options
// say so, or else the gate file, or what the subject's options would write into
// one.
bool AsksCalls(const FuzzOptions& options, const Launch& launch) {
  std::vector<Profile> profiles = options.chains.profiles;
  if (profiles.empty() && launch.gate) profiles = launch.gate->profiles;
  if (profiles.empty() && launch.new_gate) profiles = launch.new_gate->profiles;
  return std::ranges::count(profiles, Profile::kOperands) > 0;
}

std::unique_ptr<Cases> CasesOf(const FuzzOptions& options, const Hello& hello,
                               const Launch& launch, const Gate* gate,
                               Executor& executor) {
  const SubjectRole role = options.hunt.role;
  if (AsksCalls(options, launch)) {
    return std::make_unique<DrawnCalls>(
        hello, options.chains.seed, options.chains.ops, executor, StopFlag());
  }
  if (options.deep) {
    return std::make_unique<DeepCases>(hello, role, options.root,
                                       options.chains.profiles, options.shard);
  }
  if (role == SubjectRole::kLibrary) {
    return std::make_unique<Chains>(hello, gate, options.chains);
  }
  if (AskedBy(options).empty()) {
    return std::make_unique<WholeChains>(hello, role, options.chains.seed);
  }
  return std::make_unique<Chains>(hello, nullptr, options.chains, role);
}

// The oracle, whose program is a process; where this one was built with
// libtorch, it is asked here.
bool IsLibtorch(const Launch& launch) {
  constexpr char kOracle[] = "libtorch.gate.toml";
  return launch.gate &&
         std::filesystem::path(launch.gate->path).filename() == kOracle;
}

SubjectRole SubjectRoleOf(const Launch& launch) {
  if (IsLibtorch(launch)) return SubjectRole::kOracle;
  return launch.gate && !launch.gate->linked.empty() ? SubjectRole::kWitness
                                                     : SubjectRole::kLibrary;
}

// The subject in this process, one for each thread; none: it is not in it.
std::vector<std::unique_ptr<Subject>> LinkedSubjects(const Launch& launch,
                                                     int64_t jobs) {
  std::vector<std::unique_ptr<Subject>> subjects;
  const bool is_oracle = IsLibtorch(launch) && launch.command.empty();
  for (int64_t job = 0; job < jobs; ++job) {
    auto subject = is_oracle     ? MakeLibtorch()
                   : launch.make ? launch.make()
                                 : nullptr;
    if (subject == nullptr) return {};
    subjects.push_back(std::move(subject));
  }
  return subjects;
}

// The findings that each entry of the gate explains.
std::map<const KnownFailure*, int64_t> HitsOf(const Hunt& hunt) {
  std::map<const KnownFailure*, int64_t> hits = hunt.counts().alike;
  for (const Finding& finding : hunt.findings()) {
    if (finding.known != nullptr) hits[finding.known] += finding.hits;
  }
  return hits;
}

// "known  getitem 30 · ...": the cases that entries of the gate explain.
void PrintKnownOps(const Screen& screen, const Hunt& hunt) {
  std::map<std::string, int64_t> by_op;
  const auto hits = HitsOf(hunt);
  for (const auto& [entry, count] : hits) by_op[entry->op] += count;
  viewproof::PrintKnownOps(screen, by_op, std::ssize(hits));
}

// The reasons of the entries of the gate that were met.
KnownReasons ReasonsOf(const Hunt& hunt) {
  const auto hits = HitsOf(hunt);
  KnownReasons reasons;
  int64_t number = 0;
  for (const KnownFeatures& known : hunt.known()) {
    ++number;
    const auto met = hits.find(known.entry);
    if (met == hits.end()) continue;
    KnownReason& reason = reasons[number];
    reason = ReasonOf(*known.entry, met->second);
    if (!known.has_conditions()) reason.what += " (without conditions)";
  }
  return reasons;
}

// Says which of the drawn cases that the gate knows pass now.
std::vector<std::string> FixedIn(const Gate& gate, Hunt& hunt) {
  std::vector<std::string> fixed;
  for (const DrawnCase& known : gate.drawn) {
    Vector vector;
    vector.test = CaseOf(known);
    vector.test.id = known.failure.op + "/accepted";
    if (hunt.StillFails(std::move(vector))) continue;
    const auto entry = std::ranges::find_if(gate.entries, [&](const auto& of) {
      return Matches(of, known.failure);
    });
    fixed.push_back(fmt::format(
        "fixed: {} {} passes now: the entry in line {} of {} may go",
        known.failure.op, known.failure.difference, entry->line, gate.path));
  }
  return fixed;
}

// Returns what the hunt came to; `why`: it was cut short, or empty.
DrawnRun DrawnBy(const Hunt& hunt, const std::string& why) {
  DrawnRun drawn{.cases = CellOf(hunt.counts(), hunt.findings()), .why = why};
  for (const Finding& finding : hunt.findings()) {
    const bool known = finding.known != nullptr;
    ++(known ? drawn.known : drawn.findings);
    drawn.broadly +=
        known && std::ranges::any_of(hunt.known(), [&](const auto& line) {
          return line.entry == finding.known && !line.has_conditions();
        });
  }
  return drawn;
}

// Says what is not in the few lines of a run: what was judged, how often, and
// what was not asked.
void PrintMore(const Screen& screen, const HuntCounts& counts,
               const Hello& hello) {
  const double rate =
      static_cast<double>(counts.judged) / std::max(counts.seconds, 1e-3);
  std::vector<std::string> lines = {fmt::format("{:.0f} cases a second", rate)};
  const auto add = [&lines](int64_t count, std::string_view what) {
    if (count > 0) lines.push_back(fmt::format("{} {}", Grouped(count), what));
  };
  add(counts.not_admitted, "not asked: hello does not admit them");
  add(counts.left_out, "not asked: they hold an op that dies");
  add(counts.abstained, "abstained");
  if (!counts.skipped.empty()) {
    lines.push_back("not asked, for what hello declares: " +
                    SkipsOf(counts.skipped));
  }
  lines.push_back("steps judged:" + Listed(counts.steps));
  if (!counts.errors.empty()) {
    lines.push_back("errors due:" + Listed(counts.errors));
  }
  for (const auto& [reason, count] : counts.explained) {
    lines.push_back(fmt::format("explained: {} {}", Grouped(count), reason));
  }
  std::string few;
  for (const std::string& op : hello.ops) {
    const auto found = counts.steps.find(op);
    const int64_t count = found == counts.steps.end() ? 0 : found->second;
    if (count < kFewSteps) few += fmt::format(" {} {}", op, count);
  }
  if (!few.empty()) {
    lines.push_back(
        fmt::format("judged in fewer than {} steps:{}", kFewSteps, few));
  }
  if (rate < kSlow && counts.judged > 0) {
    lines.push_back(fmt::format("this subject is slow: {:.0f} s are {} cases",
                                counts.seconds, counts.judged));
  }
  screen.Print("\n");
  PrintNotes(screen, lines);
}

ReportHeader HeaderOf(FuzzOptions options, const Launch& launch,
                      const Hunt& hunt, const Hello& hello) {
  ReportHeader header;
  header.golden = DigestOfFile(options.root + "/golden/MANIFEST");
  header.gate = launch.name;
  if (launch.gate) {
    header.gate_digest = DigestOfGate(launch.gate->path);
    header.profiles = launch.gate->profiles;
  }
  header.subject = hello;
  header.facets = hunt.demanded();
  header.plan.profiles = std::exchange(options.chains.profiles, {});
  header.plan.shard = options.shard.number;
  header.plan.shards = std::exchange(options.shard, {}).of;
  CaseRange& range = header.range.emplace();
  if (!options.deep) range.seed = options.chains.seed;
  range.first = options.hunt.first;
  range.cases = hunt.counts().next - range.first;
  range.digests = {
      {"asked", (options.deep ? " --deep" : "") + AskedBy(options)},
      {"generator", std::to_string(kGeneratorVersion)}};
  return header;
}

}  // namespace

ExitStatus RunFuzz(FuzzOptions options, std::FILE* out) {
  StopOnSignals(options.max_minutes);
  const auto began = std::chrono::steady_clock::now();
  const Screen screen(out);
  const Launch launch = FindSubject(options.root, options.subject);
  options.hunt.role = SubjectRoleOf(launch);
  const Gate* gate = launch.gate ? &*launch.gate : nullptr;
  const Corpus corpus(options.corpus);
  const auto linked = LinkedSubjects(launch, options.jobs);
  const std::unique_ptr<Executor> executor =
      linked.empty() ? launch.Start({options.jobs, 0, &StopFlag()})
                     : MakeInProcess(*linked.front());
  const Hello& hello = executor->hello();
  const std::unique_ptr<Cases> cases =
      CasesOf(options, hello, launch, gate, *executor);
  std::vector<Sweep> sweeps;
  for (const auto& subject : linked) {
    sweeps.emplace_back(*subject,
                        CasesOf(options, hello, launch, gate, *executor));
  }
  std::vector<KnownFeatures> known;
  if (gate != nullptr) {
    known = FeaturesOfEntries(*gate, options.root,
                              options.hunt.role == SubjectRole::kLibrary);
  }
  Hunt hunt(*executor, *cases, gate, std::move(known), options.hunt,
            StopFlag());
  std::vector<std::string> notes;
  if (!corpus.vectors.empty()) {
    const std::vector<std::string> not_asked = hunt.Replay(corpus.vectors);
    notes.push_back(fmt::format("corpus: {} cases, {} of them not admitted",
                                corpus.vectors.size(), not_asked.size()));
    for (const std::string& id : not_asked) {
      notes.push_back("not asked: " + corpus.PathOf(id));
    }
  }
  if (gate != nullptr) {
    for (std::string& line : FixedIn(*gate, hunt)) {
      notes.push_back(std::move(line));
    }
  }
  {
    Progress progress(options.hunt.cases / options.shard.of);
    int64_t told = 0;
    const auto tick = [&](std::string_view now) {
      progress.Add(hunt.counts().judged -
                   std::exchange(told, hunt.counts().judged));
      progress.Tick(now, executor->trouble().deaths);
    };
    hunt.Draw(tick, std::move(sweeps));
  }
  hunt.Examine();
  std::vector<const Finding*> fresh;
  for (const Finding& finding : hunt.findings()) {
    if (finding.known != nullptr) continue;
    fresh.push_back(&finding);
    corpus.Save(finding);
  }
  const auto codes = OwnCodeOf(fresh, launch);
  executor->End();
  if (!options.report.empty()) {
    WriteRange(options.report,
               FuzzReport(HeaderOf(options, launch, hunt, hello), hunt.counts(),
                          executor->trouble(), hunt.findings()));
  }
  const CutShort cut = CutShortBySignal(options.max_minutes);
  const DrawnRun drawn = DrawnBy(hunt, StopFlag() ? cut.why : std::string());
  Conclusion conclusion = ConcludeDrawn(gate, executor->trouble(), drawn);
  notes.insert(notes.begin(), conclusion.notes.begin(), conclusion.notes.end());
  if (hunt.counts().not_looked_at > 0) {
    notes.push_back(fmt::format("{} more kinds of failures were not looked at",
                                Grouped(hunt.counts().not_looked_at)));
  }
  const PrintedVerdict verdict{
      conclusion.green, TitleOf(conclusion.headline, hello), "",
      std::chrono::duration_cast<std::chrono::milliseconds>(
          std::chrono::steady_clock::now() - began)
          .count(),
      CountsText(drawn.cases)};
  PrintFirstLines(screen, verdict);
  PrintNotes(screen, notes);
  PrintKnownOps(screen, hunt);
  if (options.verbose) {
    PrintNotes(screen, conclusion.details);
    PrintMore(screen, hunt.counts(), hello);
    PrintKnown(screen, ReasonsOf(hunt), true);
  }
  const auto rules = fresh.empty() ? std::map<std::string, std::string>()
                                   : RulesOf(options.root);
  RunSummary summary = SummaryOf(conclusion, drawn, hello);
  summary.milliseconds = *verdict.milliseconds;
  summary.notes = notes;
  if (StopFlag()) summary.exit_status = cut.status;
  for (std::size_t k = 0; k < fresh.size(); ++k) {
    GroupsView view;
    view.rules = &rules;
    view.rerun = [&](const Record&) {
      return CommandOf(options, launch, fresh[k]->number, 1);
    };
    PrintFinding(screen, k + 1, *fresh[k], hunt.demanded(), codes[k], view,
                 options.verbose);
    if (options.json.empty()) continue;
    summary.causes.push_back(
        ShownOf(k + 1, GroupOf(*fresh[k], hunt.demanded()), view));
  }
  const int64_t done = hunt.counts().next - options.hunt.first;
  std::vector<Advice> next;
  if (done > 0) {
    next.emplace_back(CommandOf(options, launch, options.hunt.first, done),
                      "the same cases again");
  }
  if (options.deep && done > 0 && hunt.counts().next < cases->count()) {
    next.emplace_back(CommandOf(options, launch, hunt.counts().next, done),
                      "the ones that follow");
  }
  if (!fresh.empty()) screen.Print("\n");
  PrintAdvice(screen, "again", next);
  PrintLastLine(screen, verdict);
  for (const Advice& advice : next) summary.next.push_back(advice.first);
  if (!options.json.empty()) {
    WriteTogether({{options.json, ToJson(summary)}});
  }
  return StopFlag() ? cut.status : conclusion.status();
}

}  // namespace viewproof
