#include "fuzz/hunt/fuzz.h"

#include <fmt/format.h>

#include <algorithm>
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
#include "conformance/report/summary.h"
#include "conformance/run/conclusion.h"
#include "conformance/run/print_check.h"
#include "conformance/run/stop.h"
#include "conformance/subjects/libtorch.h"
#include "fuzz/hunt/corpus.h"
#include "fuzz/hunt/deep_cases.h"
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

std::unique_ptr<Cases> CasesOf(const FuzzOptions& options, const Hello& hello,
                               const Gate* gate) {
  const SubjectRole role = options.hunt.role;
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

void PrintSubject(const Screen& screen, const FuzzOptions& options,
                  const Hello& hello, const Cases& cases) {
  screen.Print(fmt::format(
      "{} {} ({}), {}\n", screen.Paint(Escaped(hello.name), Colour::kBold),
      Escaped(hello.version), Escaped(hello.device),
      options.deep ? fmt::format("universe of {} cases", Grouped(cases.count()))
                   : fmt::format("seed {}", options.chains.seed)));
}

// One line for each entry of the gate that was met.
void PrintKnown(const Screen& screen, const Hunt& hunt) {
  std::map<const KnownFailure*, int64_t> hits = hunt.counts().alike;
  for (const Finding& finding : hunt.findings()) {
    if (finding.known != nullptr) hits[finding.known] += finding.hits;
  }
  if (!hits.empty()) screen.Print("\nknown, by the gate file:\n");
  for (const KnownFeatures& known : hunt.known()) {
    const auto met = hits.find(known.entry);
    if (met == hits.end()) continue;
    KnownReason reason = ReasonOf(*known.entry, met->second);
    if (!known.has_conditions()) reason.what += " (without conditions)";
    viewproof::PrintKnown(screen, reason);
  }
}

// Says which of the drawn cases that the gate knows pass now.
void PrintMended(const Screen& screen, const Gate& gate, Hunt& hunt) {
  for (const DrawnCase& known : gate.drawn) {
    Vector vector;
    vector.test = CaseOf(known);
    vector.test.id = known.failure.op + "/accepted";
    if (hunt.StillFails(std::move(vector))) continue;
    const auto entry = std::ranges::find_if(gate.entries, [&](const auto& of) {
      return Matches(of, known.failure);
    });
    screen.Print(fmt::format(
        "mended: {} {} passes now: the entry in line {} of {} may go\n",
        known.failure.op, known.failure.difference, entry->line, gate.path));
  }
}

// Returns what the hunt came to; `why`: it was cut short, or empty.
DrawnRun DrawnBy(const Hunt& hunt, const std::string& why) {
  DrawnRun drawn{.judged = hunt.counts().judged, .why = why};
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

void PrintCounts(const Screen& screen, const HuntCounts& counts,
                 const Hello& hello) {
  const double rate =
      static_cast<double>(counts.judged) / std::max(counts.seconds, 1e-3);
  screen.Print(fmt::format("\n{} cases judged, {} failing, {:.0f} a second",
                           Grouped(counts.judged), Grouped(counts.failing),
                           rate));
  if (counts.not_admitted > 0) {
    screen.Print(
        fmt::format(", {} not admitted", Grouped(counts.not_admitted)));
  }
  if (counts.abstained > 0) {
    screen.Print(fmt::format(", {} abstained", Grouped(counts.abstained)));
  }
  if (counts.left_out > 0) {
    screen.Print(fmt::format(", {} left out: they hold an op that dies",
                             Grouped(counts.left_out)));
  }
  if (!counts.skipped.empty()) {
    screen.Print("\nskipped by declaration: " + SkipsOf(counts.skipped));
  }
  screen.Print("\nsteps judged:" + Listed(counts.steps) + "\n");
  if (!counts.errors.empty()) {
    screen.Print("errors due:" + Listed(counts.errors) + "\n");
  }
  for (const auto& [reason, count] : counts.explained) {
    screen.Print(fmt::format("explained: {} {}\n", Grouped(count), reason));
  }
  std::string few;
  for (const std::string& op : hello.ops) {
    const auto found = counts.steps.find(op);
    const int64_t count = found == counts.steps.end() ? 0 : found->second;
    if (count < kFewSteps) few += fmt::format(" {} {}", op, count);
  }
  if (!few.empty()) {
    screen.Print(
        fmt::format("judged in fewer than {} steps:{}\n", kFewSteps, few));
  }
  if (counts.not_looked_at > 0) {
    screen.Print(fmt::format("{} more kinds of failures were not looked at\n",
                             Grouped(counts.not_looked_at)));
  }
  if (rate < kSlow && counts.judged > 0) {
    screen.Print(fmt::format("this subject is slow: {:.0f} s are {} cases\n",
                             counts.seconds, counts.judged));
  }
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
  const std::unique_ptr<Cases> cases = CasesOf(options, hello, gate);
  std::vector<Sweep> sweeps;
  for (const auto& subject : linked) {
    sweeps.emplace_back(*subject, CasesOf(options, hello, gate));
  }
  std::vector<KnownFeatures> known;
  if (gate != nullptr) {
    known = FeaturesOfEntries(*gate, options.root,
                              options.hunt.role == SubjectRole::kLibrary);
  }
  Hunt hunt(*executor, *cases, gate, std::move(known), options.hunt,
            StopFlag());
  PrintSubject(screen, options, hello, *cases);
  if (!corpus.vectors.empty()) {
    const std::vector<std::string> not_asked = hunt.Replay(corpus.vectors);
    screen.Print(fmt::format("corpus: {} cases, {} of them not admitted\n",
                             corpus.vectors.size(), not_asked.size()));
    for (const std::string& id : not_asked) {
      screen.Print(
          fmt::format("  not asked: {}\n", Escaped(corpus.PathOf(id))));
    }
  }
  if (gate != nullptr) PrintMended(screen, *gate, hunt);
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
  for (std::size_t k = 0; k < fresh.size(); ++k) {
    PrintFinding(screen, k + 1, *fresh[k], hunt.demanded(), codes[k],
                 CommandOf(options, launch, fresh[k]->number, 1));
  }
  PrintKnown(screen, hunt);
  PrintCounts(screen, hunt.counts(), hello);
  const int64_t done = hunt.counts().next - options.hunt.first;
  if (done > 0) {
    screen.Print(
        fmt::format("the same cases again: {}\n",
                    CommandOf(options, launch, options.hunt.first, done)));
  }
  if (options.deep && done > 0 && hunt.counts().next < cases->count()) {
    screen.Print(
        fmt::format("the next: {}\n",
                    CommandOf(options, launch, hunt.counts().next, done)));
  }
  executor->End();
  if (!options.report.empty()) {
    WriteRange(options.report,
               FuzzReport(HeaderOf(options, launch, hunt, hello), hunt.counts(),
                          executor->trouble(), hunt.findings()));
  }
  const CutShort cut = CutShortBySignal(options.max_minutes);
  const Conclusion conclusion =
      ConcludeDrawn(gate, executor->trouble(),
                    DrawnBy(hunt, StopFlag() ? cut.why : std::string()));
  PrintConclusion(screen, conclusion);
  return StopFlag() ? cut.status : conclusion.status();
}

}  // namespace viewproof
