#include "conformance/run/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "conformance/case/escape.h"
#include "conformance/gate/gate_save.h"
#include "conformance/gate/standing.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/installed.h"
#include "conformance/report/error_log.h"
#include "conformance/report/facts.h"
#include "conformance/report/known.h"
#include "conformance/report/lines.h"
#include "conformance/report/markup.h"
#include "conformance/report/ran.h"
#include "conformance/report/report.h"
#include "conformance/report/spec.h"
#include "conformance/report/summary.h"
#include "conformance/report/tally.h"
#include "conformance/run/baseline.h"
#include "conformance/run/conclusion.h"
#include "conformance/run/declarations.h"
#include "conformance/run/feed.h"
#include "conformance/run/print_check.h"
#include "conformance/run/reasons.h"
#include "conformance/run/runner.h"
#include "conformance/run/stop.h"
#include "conformance/run/update.h"

namespace viewproof {
namespace {

// At most so many failed calls of an op are looked at for what explains them.
constexpr std::size_t kMostLookedAt = 64;
constexpr std::size_t kMostLookedAtInAll = 2000;
constexpr std::size_t kLeastLookedAt =
    4;  // It is that of each op if many fail.

// The demanded profiles, unless others are named.
std::vector<Profile> ProfilesOf(const CheckOptions& options,
                                const Launch& launch) {
  if (!options.profiles.empty() || options.all) return options.profiles;
  const std::optional<Gate>& gate = launch.gate ? launch.gate : launch.new_gate;
  return gate ? gate->profiles : std::vector<Profile>();
}

std::vector<DType> DTypesOf(const CheckOptions& options,
                            const std::optional<Gate>& gate) {
  std::vector<DType> dtypes = DTypesIn(options.only);
  const auto asked = options.dtypes.value_or(gate ? gate->dtypes : dtypes);
  dtypes.insert(dtypes.begin(), asked.begin(), asked.end());
  return EachOnce(dtypes);
}

// Gives the hello of a subject of which every record is there; runs nothing.
class RecordedExecutor : public Executor {
 public:
  explicit RecordedExecutor(const EarlierResults& recorded)
      : recorded_(recorded) {}

  const Hello& hello() const override { return recorded_.hello; }
  const Trouble& trouble() const override { return recorded_.trouble; }
  void Run(const Next& next, const Done&, const Manner&) override {
    if (const Case* test = next()) {
      throw BadInput("no report has a record of " + test->id);
    }
  }

 private:
  const EarlierResults& recorded_;
};

// One run of `viewproof check`.
class Check {
 public:
  Check(const CheckOptions& options, const EarlierResults* recorded,
        std::FILE* out)
      : options_(options),
        recorded_(recorded),
        screen_(out),
        launch_(options.update
                    ? FindToUpdate(options.root, options.subject, held_)
                    : FindSubject(options.root, options.subject)),
        profiles_(ProfilesOf(options, launch_)),
        suite_(OpenSuite(options.root, options.vectors, profiles_)),
        dtypes_(DTypesOf(options, launch_.gate)),
        executor_(StartOrRecall()),
        baseline_(AskForBaseline()),
        standings_(known(), executor_->hello()),
        tally_(standings_.demanded(), Withouts(), executor_->hello().borrowed) {
  }

  ExitStatus Run() {
    RefuseUnseen(options_.root, executor_->hello());
    const CutShort cut = RunAll();
    if (!options_.groups_file.empty()) {
      WriteReasons(options_.groups_file, tally_.groups.Sorted());
    }
    const RunFacts facts = Facts(cut);
    const std::vector<UnmetCase> unmet = Unmet(facts);
    const bool refused = facts.whole && !RefusedBorrowed(tally_).empty();
    const ExitStatus status =
        options_.update && gate() != nullptr && cut.why.empty() && !refused
            ? Update(unmet, facts)
            : Judge(gate(), unmet, facts);
    const ExitStatus ended = cut.why.empty() ? status : cut.status;
    if (summary_) {
      summary_->exit_status = ended;
      WriteTogether({{options_.json, ToJson(*summary_)}});
    }
    return ended;
  }

 private:
  // Returns whether the gate file is there.
  bool IsGated() const {
    return gate() != nullptr && std::filesystem::exists(gate()->path);
  }

  std::unique_ptr<Executor> StartOrRecall() {
    if (recorded_ != nullptr) {
      if (AsksCalls()) {
        throw BadInput(
            "a report of calls is neither merged nor verified: it does not "
            "hold what the library answered on plain tensors");
      }
      return std::make_unique<RecordedExecutor>(*recorded_);
    }
    if (!AsksCalls()) RefuseUnmatched(Plan());
    auto executor = launch_.Start(ProcessesOf());
    if (AsksCalls()) {
      AskForCalls(*executor);
    } else if (const auto& calls = executor->hello().calls;
               gate() == nullptr && !calls.empty()) {
      notes_.push_back(fmt::format("{} not asked: --profile operands asks them",
                                   Plural(std::ssize(calls), "kernel")));
    }
    return executor;
  }

  void AskForCalls(Executor& executor) {
    if (options_.dtypes) {
      throw BadInput(
          "--dtypes: kernels are asked in the dtypes that they declare; "
          "--only 'call.*-int8' chooses among their cases");
    }
    calls_ = AskCalls(profiles_, options_.only, executor, StopFlag());
    suite_.count += static_cast<int64_t>(calls_->size());
    for (const auto& [why, ops] : calls_->never_asked()) {
      notes_.push_back(
          fmt::format("never asked, as {}: {}", why, fmt::join(ops, " ")));
    }
    if (!calls_->refusing().empty()) {
      const auto& [op, message] = *calls_->refusing().begin();
      const std::size_t others = calls_->refusing().size() - 1;
      notes_.push_back(fmt::format(
          "every plain call is refused of {}{}: {}", op,
          others == 0 ? "" : fmt::format(" and {} other ops", others),
          CutToColumns(message.substr(0, message.find('\n')), 200)));
    }
    if (calls_->refused() > 0) {
      notes_.push_back(fmt::format(
          "{} calls of kernels were left out: the library refuses them on "
          "plain tensors, or dies of them; one of each dtype was asked",
          Grouped(calls_->refused())));
    }
    if (const LayoutProbe& probe = calls_->probe(); probe.wrong() > 0) {
      notes_.push_back(fmt::format(
          "no kernel was given {} layouts that the library's own views make "
          "wrongly, as {}",
          Grouped(static_cast<int64_t>(probe.wrong())), probe.first()));
    }
    if (!StopFlag()) RefuseUnmatched(Plan());
  }

  std::optional<BaselineResult> AskForBaseline() {
    if (recorded_ != nullptr) return std::nullopt;
    return AskBaseline(executor_->hello(), Plan(), ProcessesOf(), launch_,
                       own_);
  }

  bool AsksCalls() const {
    return std::ranges::count(profiles_, Profile::kOperands) > 0;
  }

  ProcessOptions ProcessesOf() const {
    constexpr int64_t kMost = 4;
    const int64_t cores = std::thread::hardware_concurrency();
    const int64_t fit = AsksCalls() ? std::clamp<int64_t>(cores, 1, kMost) : 1;
    return {options_.jobs.value_or(fit), options_.retries, &StopFlag()};
  }

  const Gate* gate() const { return launch_.gate ? &*launch_.gate : nullptr; }

  // Returns what knows failures: the gate, or what the baseline fails.
  const Gate* known() const { return own_ ? &*own_ : gate(); }

  std::vector<Without> Withouts() const {
    return gate() == nullptr ? std::vector<Without>() : gate()->withouts;
  }

  bool IsShardOfWhole() const {
    return options_.vectors.empty() && options_.only.empty() &&
           options_.leave_out.empty() && options_.profiles.empty() &&
           !options_.all && !options_.dtypes;
  }

  // Tells what ended it early. What was judged by then stays judged.
  CutShort RunAll() {
    const ReportHeader header = Header();
    if (!options_.report.empty() && !options_.words.empty() &&
        recorded_ == nullptr) {
      ran_ =
          RanNow(options_.words, launch_.adapter ? &*launch_.adapter : nullptr);
    }
    std::optional<FoundRecords> earlier;
    if (options_.resume) {
      earlier.emplace(options_.report);
      RefuseOther(*earlier, header);
      earlier_facts_ = earlier->facts();
    }
    std::optional<ReportWriter> report;
    if (!options_.report.empty()) {
      report.emplace(options_.report, header, earlier ? &*earlier : nullptr);
      errors_.emplace(options_.report, options_.resume);
    }
    CutShort cut;
    try {
      cut =
          RunCases(report ? &*report : nullptr, earlier ? &*earlier : nullptr);
      if (cut.why.empty()) LookForMisuses();
    } catch (const NoRoom& error) {
      cut = {error.what(), kInfrastructure};
    } catch (const BadInput&) {
      if (report && !earlier) report->Discard();
      throw;
    } catch (const AdapterFault& error) {
      cut = {error.what(), kMisused};
    } catch (const Infrastructure& error) {
      cut = {error.what(), kInfrastructure};
    }
    if (cut.why.empty()) {
      executor_->End();
      CloseDeaths(earlier_facts_);
    }
    if (evidence_.failures() > 0 && cut.why.empty()) {
      proved_ = CausesOf(evidence_, executor_->hello(), standings_.demanded(),
                         tally_.groups.Sorted(), Plan(), misuses_);
    }
    if (!report) return cut;
    try {
      Finish(*report, cut);
    } catch (const BadInput& error) {
      if (!cut.why.empty()) throw;
      cut = {error.what(), kInfrastructure};
      Finish(*report, cut);
    }
    return cut;
  }

  void Finish(ReportWriter& report, const CutShort& cut) {
    const RunFacts facts = Facts(cut);
    const Conclusion conclusion =
        Conclude(gate(), executor_->hello(), tally_, Unmet(facts), facts);
    report.Finish({cut.why, CountsOf(tally_.all), facts.trouble,
                   KeysOf(tally_.groups.Sorted()), conclusion.green,
                   conclusion.headline, Code(cut), proved_, reasons_,
                   HowItRan()});
  }

  Ran HowItRan() const {
    if (recorded_ != nullptr) return recorded_->ran;
    Ran ran = ran_;
    if (ran.started.empty()) return ran;
    ran.milliseconds += Elapsed();
    return ran;
  }

  int64_t Elapsed() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now() - began_)
        .count();
  }

  // Returns the code of each cause.
  std::vector<ShownCode> Code(const CutShort& cut) const {
    const std::vector<Group> groups = tally_.groups.Sorted();
    if (recorded_ != nullptr) return CodeOf(recorded_->code, groups);
    if (!launch_.adapter || !cut.why.empty()) return {};
    return CodeOf(*launch_.adapter, groups);
  }

  RunFacts Facts(const CutShort& cut) const {
    const bool shard = options_.shard != Shard{};
    return {.whole = IsShardOfWhole() && !shard,
            .shard = IsShardOfWhole() && shard,
            .golden = suite_.digest,
            .subject = launch_.subject,
            .why = cut.why,
            .own = baseline_ ? baseline_->own : "",
            .trouble = AllTrouble()};
  }

  // Also of what was run before.
  Trouble AllTrouble() const {
    Trouble all = earlier_facts_;
    AddFacts(executor_->trouble(), all);
    return all;
  }

  void RefuseOther(const FoundRecords& earlier,
                   const ReportHeader& header) const {
    if (earlier.complete()) {
      throw BadInput(fmt::format(
          "{0}: is complete; to see its causes or write them to a file:\n"
          "    {1} {2}",
          ShellWord(options_.report), ProgramName(),
          calls_ != nullptr
              ? fmt::format("report {} --groups all --markdown causes.md",
                            ShellWord(options_.report))
              : fmt::format("merge {} --groups all --groups-file groups.toml",
                            ShellWord(options_.report))));
    }
    if (earlier.header() != HeaderLine(header)) {
      throw BadInput(options_.report +
                     ": is not of this suite, subject, gate file and plan; "
                     "without --resume it is written anew");
    }
  }

  // Waives what the gate leaves out of a case that was asked before.
  void Waive(const Vector& vector, Record& record) const {
    const bool asked = !record.reason ||
                       record.reason == SkipReason::kLeftOut ||
                       record.reason == SkipReason::kBorrowed;
    record.waived = asked ? WaivedOf(vector, Withouts()) : std::vector<Facet>();
  }

  void AddEvidence(const Record& record, Standing standing) {
    const bool fails = standing == Standing::kNewFailure;
    if (!fails && standing != Standing::kPassed) return;
    const Facets due = standings_.demanded();
    evidence_.Add(record, due, fails ? KeyOf(CauseOf(record, due)) : "");
    if (!fails || calls_ == nullptr) return;
    std::vector<Record>& failed = failed_calls_[std::string(OpOfId(record.id))];
    if (failed.size() < kMostLookedAt) failed.push_back(record);
  }

  // Asks the library why calls of its kernels failed.
  void LookForMisuses() {
    if (failed_calls_.empty()) return;
    const std::size_t most =
        std::max(kLeastLookedAt, kMostLookedAtInAll / failed_calls_.size());
    std::vector<Record> failed;
    for (auto& [op, records] : failed_calls_) {
      if (records.size() > most) records.resize(most);
      std::ranges::move(records, std::back_inserter(failed));
    }
    Progress progress(0);
    const auto found = calls_->FindMisuses(
        failed, *executor_, StopFlag(), [&](const std::string& op) {
          progress.Tick("why it failed: " + op, executor_->trouble().deaths);
        });
    for (std::size_t k = 0; k < failed.size(); ++k) {
      misuses_[Evidence::KeyOf(failed[k].id, failed[k].dtype)] = found[k];
    }
  }

  CutShort RunCases(ReportWriter* report, const FoundRecords* earlier) {
    const bool countable =
        dtypes_.empty() && options_.only.empty() && options_.leave_out.empty();
    Progress progress(countable ? suite_.count / options_.shard.of : 0);
    Runner runner({[this] { return std::make_unique<Feed>(Plan()); },
                   standings_.demanded(), Withouts()},
                  *executor_);
    RunHooks hooks;
    bool told = false;
    bool found = false;  // The record that is visited next, by `earlier`.
    hooks.visit = [&](const Vector& vector, const Record& record) {
      const Standing standing = standings_.Judge(record);
      tally_.Add(vector, record, standing);
      const int64_t entry = standings_.EntryOf(record, standing);
      CountKnown(known(), entry, reasons_);
      tally_.otherwise += standing == Standing::kNewFailure &&
                          standings_.CaseOf(record) != nullptr;
      AddEvidence(record, standing);
      Explain(record, earlier_facts_);
      if (report != nullptr && !std::exchange(found, false)) {
        report->Add(Reported(record, vector, standing, entry), AllTrouble());
      }
      if (errors_) errors_->Add(record);
      progress.Add();
    };
    hooks.is_new_failure = [this](const Record& record) {
      return standings_.Peek(record) == Standing::kNewFailure;
    };
    hooks.known_death = [this](const Case& test) {
      return standings_.KnownDeath(test.id, test.base.dtype);
    };
    if (report != nullptr) {
      hooks.hold = [this, report](const Record& record) {
        report->Add(record, AllTrouble());
      };
    }
    if (recorded_ != nullptr || earlier != nullptr) {
      hooks.earlier = [&](const Vector& vector, Record& record) {
        found = earlier != nullptr &&
                earlier->Find(vector, executor_->hello(), record);
        if (!found && !(recorded_ && recorded_->find(vector, record))) {
          return false;
        }
        Waive(vector, record);
        return true;
      };
    }
    hooks.tick = [&](const std::string& now) {
      const Trouble& trouble = executor_->trouble();
      progress.Tick(now, trouble.deaths);
      if (report != nullptr) report->Flush(AllTrouble());
      if (trouble.noisy_lines > 0 && !std::exchange(told, true)) {
        Screen(stderr).PrintRows(
            "\nthe adapter writes to standard output what is no reply: " +
            trouble.noise);
      }
    };
    const bool complete = runner.Run(hooks, StopFlag());
    if (!runner.not_again().empty()) {
      notes_.push_back("new failures were not run again: " +
                       runner.not_again());
    }
    if (complete) return {};
    CutShort cut = CutShortBySignal(options_.max_minutes);
    if (cut.status == kInfrastructure) {
      cut.why += "; " + NotRun(Plan(), tally_.all.all());
    }
    return cut;
  }

  RunPlan Plan() const {
    return {suite_.files, options_.only, options_.leave_out,
            profiles_,    dtypes_,       options_.shard,
            calls_};
  }

  ReportHeader Header() const {
    return {suite_.digest,
            launch_.name,
            IsGated() ? DigestOfGate(gate()->path) : "",
            executor_->hello(),
            gate() != nullptr   ? gate()->profiles
            : calls_ != nullptr ? profiles_
                                : Profiles(),
            standings_.demanded(),
            dtypes_,
            {options_.only, options_.leave_out, profiles_,
             options_.shard.number, options_.shard.of}};
  }

  // Also tells lines of cases that golden/ lacks from those that were not run.
  std::vector<UnmetCase> Unmet(const RunFacts& facts) {
    if (gate() == nullptr) return {};
    std::vector<UnmetCase> unmet = standings_.unmet();
    const auto unseen = [](const UnmetCase& line) {
      return line.why == viewproof::Unmet::kNoCase;
    };
    if (!facts.whole || !facts.why.empty() ||
        std::ranges::none_of(unmet, unseen))
      return unmet;
    ForEachVector(OpenGolden(options_.root + "/golden"),
                  [this](Vector& vector) { standings_.Note(vector); });
    return standings_.unmet();
  }

  ExitStatus Judge(const Gate* gate, const std::vector<UnmetCase>& unmet,
                   const RunFacts& facts) {
    Conclusion conclusion =
        Conclude(gate, executor_->hello(), tally_, unmet, facts);
    if (baseline_) conclusion.notes.push_back(baseline_->said);
    if (tally_.order > 0) {
      conclusion.notes.push_back(
          fmt::format("{} pass{} in another order: never acceptable as known",
                      Grouped(tally_.order), tally_.order == 1 ? "es" : ""));
    }
    conclusion.notes.insert(conclusion.notes.end(), notes_.begin(),
                            notes_.end());
    const auto rules = tally_.all.fresh == 0
                           ? std::map<std::string, std::string>()
                           : RulesOf(options_.root);
    const RunText text{.hello = executor_->hello(),
                       .tally = tally_,
                       .conclusion = conclusion,
                       .known = reasons_,
                       .view = View(rules),
                       .words = options_.words,
                       .report = options_.report,
                       .is_gated = launch_.gate.has_value(),
                       .is_verbose = options_.verbose,
                       .milliseconds = Took()};
    PrintRun(screen_, text);
    if (!options_.json.empty()) summary_ = SummaryOf(text);
    return conclusion.status();
  }

  GroupsView View(const std::map<std::string, std::string>& rules) const {
    GroupsView view;
    view.all = options_.all_groups;
    view.rules = &rules;
    view.rerun = [this](const Record& record) {
      const bool exchanged =
          std::ranges::find(dtypes_, record.dtype) != dtypes_.end();
      const bool says_profile = !launch_.gate && !launch_.new_gate &&
                                record.profile == Profile::kOperands;
      return launch_.Rerun(
          record.id,
          exchanged ? std::string(Name(record.dtype)) : std::string(),
          says_profile ? std::string(Name(record.profile)) : std::string());
    };
    view.proved = proved_;
    return view;
  }

  // Returns how long the run took, of a recorded one how long it did.
  std::optional<int64_t> Took() const {
    if (recorded_ != nullptr) {
      if (recorded_->ran.started.empty()) return std::nullopt;
      return recorded_->ran.milliseconds;
    }
    return Elapsed();
  }

  ExitStatus Update(const std::vector<UnmetCase>& unmet,
                    const RunFacts& facts) {
    std::vector<std::string> done =
        UpdateGate(*gate(), executor_->hello(), tally_, unmet, facts);
    for (std::string& line : done) line.insert(0, "update: ");
    notes_.insert(notes_.begin(), done.begin(), done.end());
    const Gate updated = IsGated() ? ReadGate(gate()->path) : *gate();
    std::vector<UnmetCase> left = unmet;
    std::erase_if(left, [&updated](const UnmetCase& of) {
      return std::ranges::count(updated.cases, *of.known) == 0;
    });
    return Judge(&updated, left, facts);
  }

  const CheckOptions& options_;
  const EarlierResults* recorded_;
  const std::chrono::steady_clock::time_point began_ =
      std::chrono::steady_clock::now();
  Ran ran_;
  Screen screen_;
  std::unique_ptr<FileLock> held_;
  Launch launch_;
  std::vector<Profile> profiles_;
  Suite suite_;
  std::vector<DType> dtypes_;
  std::vector<std::string> notes_;
  std::shared_ptr<const KernelCalls> calls_;  // Null: none are asked.
  std::unique_ptr<Executor> executor_;        // Its start asks for the calls.
  std::optional<Gate> own_;  // Its failures, of a run without a gate file.
  std::optional<BaselineResult> baseline_;
  Standings standings_;
  Tally tally_;
  std::optional<ErrorLog> errors_;
  Evidence evidence_;
  KnownReasons reasons_;   // The reasons of the known failures that were met.
  Trouble earlier_facts_;  // The facts of the run that goes on.
  std::map<std::string, std::vector<Record>> failed_calls_;  // By op.
  Misuses misuses_;
  std::vector<Explanation> proved_;
  std::optional<RunSummary> summary_;  // If it is asked for.
};

}  // namespace

ExitStatus RunCheck(const CheckOptions& options, std::FILE* out,
                    const EarlierResults* recorded) {
  StopOnSignals(options.max_minutes);
  ReadReasonsIfThere(options.groups_file);  // Refused before anything runs.
  return Check(options, recorded, out).Run();
}

}  // namespace viewproof
