#include "conformance/run/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <utility>

#include "conformance/case/escape.h"
#include "conformance/gate/standing.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/report/print_groups.h"
#include "conformance/report/report.h"
#include "conformance/report/summary.h"
#include "conformance/report/tally.h"
#include "conformance/run/conclusion.h"
#include "conformance/run/reasons.h"
#include "conformance/run/runner.h"

namespace viewproof {
namespace {

std::atomic<bool> stop = false;

// The first SIGINT ends the run after the cases that are running, a second one
// ends the program.
void StopOnInterrupt() {
  std::signal(SIGINT, [](int) {
    stop = true;
    std::signal(SIGINT, SIG_DFL);
  });
}

struct Suite {
  std::vector<std::string> files;
  std::string digest;
  int64_t count = 0;  // 0: not known.
};

Suite OpenSuite(const CheckOptions& options) {
  if (!options.vectors.empty()) return {options.vectors, "", 0};
  const Golden golden = OpenGolden(options.root + "/golden");
  Suite suite{{}, golden.digest, golden.count};
  for (const Golden::File& file : golden.files)
    suite.files.push_back(file.path);
  return suite;
}

std::vector<DType> DTypesOf(const CheckOptions& options,
                            const std::optional<Gate>& gate) {
  if (options.dtypes) return EachOnce(*options.dtypes);
  return gate ? gate->dtypes : std::vector<DType>();
}

void PrintSubject(const Screen& screen, const Hello& hello) {
  screen.Print(fmt::format(
      "{} {} ({}, {})\n", screen.Paint(Escaped(hello.name), Colour::kBold),
      Escaped(hello.version),
      hello.language.empty() ? "language unknown" : Escaped(hello.language),
      Escaped(hello.device)));
}

void PrintConclusion(const Screen& screen, const Tally& tally,
                     const Conclusion& conclusion) {
  const Colour colour = conclusion.green ? Colour::kGreen : Colour::kRed;
  screen.Print("\n" + screen.Paint(Escaped(conclusion.headline), colour) +
               "\n");
  for (const std::string& note : conclusion.notes) {
    screen.Print("  " + Escaped(note) + "\n");
  }
  const auto reason = [&](const char* what, int64_t count) {
    if (count != 0) screen.Print(fmt::format("{}{}\n", what, Grouped(count)));
  };
  if (!tally.skipped.empty()) {
    screen.Print("skipped by declaration: " + SkipsOf(tally) + "\n");
  }
  reason("skipped as known failures: ", tally.known);
  reason("skipped, failing in nothing that is demanded: ", tally.not_demanded);
  screen.Print(fmt::format("{} passed, {} failed, {} skipped\n",
                           tally.counts.passed, tally.counts.failed,
                           tally.counts.skipped));
}

void PrintFailures(const Screen& screen, const Launch& launch,
                   const std::vector<DType>& dtypes,
                   const CheckOptions& options, const Tally& tally) {
  GroupsView view;
  view.all = options.all_groups;
  if (launch.gate) view.report = options.report;
  view.rerun = [&](const Record& record) {
    const bool exchanged =
        std::ranges::find(dtypes, record.dtype) != dtypes.end();
    return launch.Rerun(
        record.id, exchanged ? std::string(Name(record.dtype)) : std::string());
  };
  PrintGroups(screen, tally.groups.Sorted(), view);
  if (tally.order > 0) {
    screen.Print(
        fmt::format("{} pass{} in another order: never acceptable as known\n",
                    Grouped(tally.order), tally.order == 1 ? "es" : ""));
  }
}

// Reasons that were filled in before stay.
void WriteReasons(const std::string& path, const std::vector<Group>& groups) {
  const bool is_there = std::filesystem::is_regular_file(path);
  WriteFile(path,
            ReasonsText(groups, is_there ? ReadReasons(path) : Reasons()));
}

// One run of `viewproof check`.
class Check {
 public:
  Check(const CheckOptions& options, std::FILE* out)
      : options_(options),
        screen_(out),
        launch_(FindSubject(options.root, options.subject)),
        suite_(OpenSuite(options)),
        executor_(launch_.start()),
        standings_(gate(), executor_->hello()),
        tally_(standings_.demanded(), Withouts()),
        dtypes_(DTypesOf(options, launch_.gate)) {}

  ExitStatus Run() {
    PrintSubject(screen_, executor_->hello());
    const bool complete = RunAll();
    screen_.Print("\n");
    PrintTable(screen_, tally_);
    PrintFailures(screen_, launch_, dtypes_, options_, tally_);
    if (!options_.groups_file.empty()) {
      WriteReasons(options_.groups_file, tally_.groups.Sorted());
    }
    const RunFacts facts{IsWhole() && complete, suite_.digest, launch_.name};
    const std::vector<UnmetLine> unmet = Unmet(facts);
    const bool green = options_.update && gate() != nullptr
                           ? Update(unmet, facts)
                           : Judge(gate(), unmet, facts);
    if (!complete) return kInterrupted;
    return green ? kGreen : kRed;
  }

 private:
  const Gate* gate() const { return launch_.gate ? &*launch_.gate : nullptr; }

  std::vector<Without> Withouts() const {
    return gate() == nullptr ? std::vector<Without>() : gate()->withouts;
  }

  bool IsWhole() const {
    return options_.vectors.empty() && options_.only.empty() &&
           !options_.dtypes;
  }

  // False when it was interrupted.
  bool RunAll() {
    const std::unique_ptr<ReportWriter> report = OpenReport();
    const bool countable = dtypes_.empty() && options_.only.empty();
    Progress progress(countable ? suite_.count : 0);
    Runner runner({suite_.files, options_.only, dtypes_, standings_.demanded(),
                   Withouts()},
                  *executor_, launch_.start);
    const bool complete = runner.Run(
        [this](const Record& record) {
          return standings_.Peek(record) == Standing::kNewFailure;
        },
        [&](const Vector& vector, const Record& record) {
          tally_.Add(vector, record, standings_.Judge(record));
          if (report != nullptr) report->Add(record);
          progress.Add();
        },
        stop);
    if (report != nullptr) report->Finish(tally_.counts, complete);
    return complete;
  }

  std::unique_ptr<ReportWriter> OpenReport() const {
    if (options_.report.empty()) return nullptr;
    return std::make_unique<ReportWriter>(
        options_.report,
        ReportHeader{suite_.digest, launch_.name, executor_->hello(),
                     gate() == nullptr ? Profiles() : gate()->profiles,
                     standings_.demanded(), dtypes_});
  }

  // Also tells lines of cases that golden/ lacks from those that were not run.
  std::vector<UnmetLine> Unmet(const RunFacts& facts) {
    std::vector<UnmetLine> unmet = standings_.unmet();
    const auto unseen = [](const UnmetLine& line) {
      return line.why == viewproof::Unmet::kNoCase;
    };
    if (!facts.whole || std::ranges::none_of(unmet, unseen)) return unmet;
    ForEachVector(OpenGolden(options_.root + "/golden"),
                  [this](Vector& vector) { standings_.Note(vector); });
    return standings_.unmet();
  }

  bool Judge(const Gate* gate, const std::vector<UnmetLine>& unmet,
             const RunFacts& facts) {
    const Conclusion conclusion =
        Conclude(gate, executor_->hello(), tally_, unmet, facts);
    PrintConclusion(screen_, tally_, conclusion);
    return conclusion.green;
  }

  bool Update(const std::vector<UnmetLine>& unmet, const RunFacts& facts) {
    screen_.Print("\n");
    const viewproof::Update update =
        UpdateGate(*gate(), executor_->hello(), tally_, unmet, facts);
    for (const std::string& line : update.done) {
      screen_.Print("update: " + Escaped(line) + "\n");
    }
    const Gate updated = ReadGate(gate()->path);
    return Judge(&updated, update.unmet, facts);
  }

  const CheckOptions& options_;
  Screen screen_;
  Launch launch_;
  Suite suite_;
  std::unique_ptr<Executor> executor_;
  Standings standings_;
  Tally tally_;
  std::vector<DType> dtypes_;
};

}  // namespace

ExitStatus RunCheck(const CheckOptions& options, std::FILE* out) {
  StopOnInterrupt();
  return Check(options, out).Run();
}

}  // namespace viewproof
