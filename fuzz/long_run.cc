#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/case/ops.h"
#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/shrink.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/difference.h"
#include "conformance/laws/agree.h"
#include "conformance/laws/coverage.h"
#include "conformance/laws/explained.h"
#include "conformance/report/arguments.h"
#include "conformance/report/range_report.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/reference.h"
#include "fuzz/blocks.h"

namespace viewproof {
namespace {

constexpr int kRed = 1;
constexpr int kMisused = 2;
constexpr int64_t kBlock = 500;     // Cases that a thread takes at a time.
constexpr std::size_t kShown = 10;  // Counterexamples that are printed.
constexpr std::size_t kThrown = SIZE_MAX;  // In place of a pair.

struct Options {
  int64_t chains = 100000;
  uint64_t seed = 1;
  int64_t first = 0;
  int64_t jobs = 1;
  GenOptions cases;
  bool oracle = true;
  bool counts = false;
  std::string mutant;  // "OP:NAME": stands in for the model.
  std::string report;  // A file to write; or empty.
};

// A difference that is not explained, and the first case that has it.
struct Finding {
  int64_t times = 0;
  int64_t number = 0;
  std::size_t pair = 0;
  std::string op;
  DifferenceKind kind = DifferenceKind::kCount;
};

// The model, or the mutant that stands in for it. Throws std::invalid_argument.
std::unique_ptr<Subject> SecondWitness(const std::string& mutant) {
  if (mutant.empty()) return MakeModel();
  const Op* op = FindOp(mutant.substr(0, mutant.find(':')));
  for (const auto& mutants : {Mutants(), Effects()}) {
    for (const Mutant& row : mutants) {
      if (op != nullptr && fmt::format("{}:{}", op->name, row.name) == mutant &&
          IsTouched(*op, row)) {
        return MakeMutant(row, *op);
      }
    }
  }
  throw std::invalid_argument("there is no mutant " + mutant);
}

// What a run has seen.
struct Seen {
  // Adds what was seen of other cases.
  void Add(const Seen& other) {
    coverage.Add(other.coverage);
    explained += other.explained;
    unexplained += other.unexplained;
    for (const auto& [what, finding] : other.findings) Add(what, finding);
  }
  void Add(const std::string& what, const Finding& finding) {
    const auto [place, is_new] = findings.try_emplace(what, finding);
    if (is_new) return;
    Finding& known = place->second;
    const int64_t times = known.times + finding.times;
    if (finding.number < known.number) known = finding;
    known.times = times;
  }

  Coverage coverage;
  std::map<std::string, Finding> findings;  // By pair, op and kind.
  int64_t explained = 0;
  int64_t unexplained = 0;
};

// Asks reference, model and libtorch about cases; one of these per thread.
class Worker {
 public:
  explicit Worker(const Options& options) : options_(options) {
    Add(reference_, model_);
    if (!options.oracle) return;
    Add(reference_, libtorch_);
    Add(model_, libtorch_);
  }

  void Run(int64_t from, int64_t to) {
    for (int64_t number = from; number < to; ++number) {
      try {
        const Case test = CaseOf(options_.seed, number, options_.cases);
        Ask(test);
        seen_.coverage.Add(test, reference_.reply);
        for (std::size_t k = 0; k < pairs_.size(); ++k) Count(number, k);
      } catch (const std::exception& e) {  // No witness may: all answer.
        ++seen_.unexplained;
        seen_.Add(fmt::format("thrown: {}", e.what()),
                  {1, number, kThrown, {}, DifferenceKind::kCount});
      }
    }
  }

  const Seen& seen() const { return seen_; }

  // Cases in which one of a pair abstained, by pair.
  std::map<std::string, int64_t> Abstained() const {
    std::map<std::string, int64_t> abstained;
    for (const Pair& pair : pairs_) {
      abstained[pair.name] = pair.witnesses.abstained();
    }
    return abstained;
  }

  // The smallest case that has the same difference as a finding, for people.
  std::string Example(const Finding& finding) {
    const Case test = CaseOf(options_.seed, finding.number, options_.cases);
    if (finding.pair == kThrown) {
      return fmt::format("case {}\n{}\n", test.id, Text(test));
    }
    const Pair& pair = pairs_[finding.pair];
    std::vector<Difference> differences;
    const Case small = Shrink(test, [&](const Case& candidate) {
      Ask(candidate);
      const auto found = Unexplained(finding.pair);
      if (found.empty() || found.front().op != finding.op ||
          found.front().kind != finding.kind) {
        return false;
      }
      differences = found;
      return true;
    });
    return fmt::format(
        "case {}\n{}", test.id,
        Describe(small, pair.first.Name(), pair.second.Name(), differences));
  }

 private:
  struct Asked {
    std::string Name() const { return subject->hello().name; }

    std::unique_ptr<Subject> subject;
    Reply reply;
  };

  struct Pair {
    std::string name;
    Asked& first;
    Asked& second;
    WitnessPair witnesses;
  };

  void Add(Asked& first, Asked& second) {
    pairs_.push_back({fmt::format("{} = {}", first.Name(), second.Name()),
                      first, second,
                      WitnessPair(*first.subject, *second.subject)});
  }

  // Asks each once. A case with a step at which libtorch is known to differ is
  // not for libtorch.
  void Ask(const Case& test) {
    test_ = test;
    reference_.subject->Run(test, reference_.reply);
    model_.subject->Run(test, model_.reply);
    if (!options_.oracle) return;
    cut_ = CutAtExplained(test, reference_.reply);
    if (cut_.explained == nullptr)
      libtorch_.subject->Run(test, libtorch_.reply);
  }

  // How a pair differs on the case asked last, except in explained ways.
  std::vector<Difference> Unexplained(std::size_t pair) {
    auto& [name, first, second, witnesses] = pairs_[pair];
    if (&second != &libtorch_ || cut_.explained == nullptr) {
      return witnesses.Compare(test_, first.reply, second.reply);
    }
    auto differences = witnesses.Compare(cut_.test);
    const auto explained =
        std::erase_if(differences, [this](const Difference& difference) {
          return IsExplained(cut_, difference);
        });
    if (explained > 0) ++seen_.explained;
    return differences;
  }

  void Count(int64_t number, std::size_t pair) {
    const auto differences = Unexplained(pair);
    if (differences.empty()) return;
    ++seen_.unexplained;
    const Difference& first = differences.front();
    seen_.Add(
        fmt::format("{}: {} {}", pairs_[pair].name, first.op, Name(first.kind)),
        {1, number, pair, first.op, first.kind});
  }

  const Options& options_;
  Asked reference_{MakeReference(), {}};
  Asked model_{SecondWitness(options_.mutant), {}};
  Asked libtorch_{options_.oracle ? MakeLibtorch() : nullptr, {}};
  std::vector<Pair> pairs_;
  Case test_;  // Asked last.
  Cut cut_;
  Seen seen_;
};

// The first cases, in order, that a finding was made in.
std::vector<Finding> FirstOf(const Seen& seen) {
  std::vector<Finding> findings;
  for (const auto& [what, finding] : seen.findings) findings.push_back(finding);
  std::sort(findings.begin(), findings.end(),
            [](const Finding& a, const Finding& b) {
              return std::pair(a.number, a.pair) < std::pair(b.number, b.pair);
            });
  findings.resize(std::min(kShown, findings.size()));
  return findings;
}

void PrintSummary(const Seen& seen,
                  const std::map<std::string, int64_t>& abstained,
                  Worker& worker, bool counts) {
  if (counts) std::cout << seen.coverage << std::flush;
  for (const auto& [what, finding] : seen.findings) {
    fmt::print("{}  {}\n", finding.times, what);
  }
  for (const Finding& finding : FirstOf(seen)) {
    fmt::print("{}", worker.Example(finding));
  }
  for (const auto& [pair, times] : abstained) {
    fmt::print("{}: {} abstained\n", pair, times);
  }
  fmt::print("{} steps valid, {} invalid; {} differences explained, {} not\n",
             seen.coverage.steps.valid, seen.coverage.steps.invalid,
             seen.explained, seen.unexplained);
}

// The texts of a few cases: they change when the generator does.
std::string GeneratorDigest(const Options& options) {
  std::string text;
  for (uint64_t number = 0; number < 100; ++number) {
    text += Text(CaseOf(0, number, options.cases)) + "\n";
  }
  return Digest(text);
}

RangeReport ReportOf(const Options& options, const Seen& seen, int64_t done,
                     Worker& worker) {
  RangeReport report;
  RangeHeader& header = report.header;
  header.program = "long_run";
  header.subject = options.mutant.empty() ? "model" : options.mutant;
  header.version = kSuiteVersion;
  if (options.oracle) {
    header.subject = "libtorch";
    header.version = MakeLibtorch()->hello().version;
  }
  header.digests = {{"generator", GeneratorDigest(options)},
                    {"suite", std::string(kSuiteVersion)}};
  header.range = {options.seed, options.first, options.chains};
  for (const auto& [what, finding] : seen.findings) {
    const Case test = CaseOf(options.seed, finding.number, options.cases);
    report.findings.push_back({what,
                               finding.times,
                               finding.number,
                               false,
                               {{"case", Quoted(Text(test))},
                                {"shrunk", Quoted(worker.Example(finding))}}});
  }
  report.done = done;
  report.counts = {{"steps valid", seen.coverage.steps.valid},
                   {"steps invalid", seen.coverage.steps.invalid},
                   {"differences explained", seen.explained},
                   {"differences", seen.unexplained}};
  for (const auto& [op, steps] : seen.coverage.ops) {
    report.counts[fmt::format("op {}", op)] = steps.valid + steps.invalid;
  }
  return report;
}

int Run(const Options& options) {
  std::vector<std::unique_ptr<Worker>> workers;
  for (int64_t job = 0; job < options.jobs; ++job) {
    workers.push_back(std::make_unique<Worker>(options));
  }
  const int64_t end = options.first + options.chains;
  const int64_t at =
      RunBlocks(options.first, end, kBlock, options.jobs,
                [&workers](int64_t job, int64_t from, int64_t to) {
                  workers[job]->Run(from, to);
                });
  Seen seen;
  std::map<std::string, int64_t> abstained;
  for (const auto& worker : workers) {
    seen.Add(worker->seen());
    for (const auto& [pair, times] : worker->Abstained()) {
      abstained[pair] += times;
    }
  }
  PrintSummary(seen, abstained, *workers.front(), options.counts);
  if (!options.report.empty()) {
    RangeReport report =
        ReportOf(options, seen, at - options.first, *workers.front());
    for (const auto& [pair, times] : abstained) {
      report.counts[pair + " abstained"] = times;
    }
    WriteRange(options.report, report);
  }
  if (at < end) {
    fmt::print("stopped after {} chains; --first {} --chains {} goes on\n",
               at - options.first, at, end - at);
  }
  return seen.unexplained == 0 && at == end ? EXIT_SUCCESS : kRed;
}

int Main(int argc, char** argv) {
  Options options;
  Arguments arguments(
      "long_run",
      "Streams chains through reference, model and libtorch; exits 1 if they "
      "differ.\nExample: long_run --chains 1000000 --seed 1 --jobs 2");
  arguments.Add("--chains,--cases", &options.chains, "how many cases",
                {.least = 0});
  arguments.Add("--seed", &options.seed,
                "case i depends on the seed and i alone");
  arguments.Add("--first", &options.first, "the number of the first case",
                {.least = 0});
  arguments.Add("--jobs", &options.jobs, "threads; the output is the same",
                {.least = 1, .most = 256});
  arguments.Add("--wide", &options.cases.wide,
                "of 12 edits, how many put in a number beyond 2^31");
  arguments.Add("--oracle,!--no-oracle", &options.oracle,
                "ask libtorch as well");
  arguments.Add("--counts", &options.counts, "print what the cases held");
  arguments.Add("--mutant", &options.mutant,
                "in place of the model and libtorch: the reference with a bug",
                {.takes = "OP:NAME"});
  arguments.Add("--report", &options.report,
                "a file to write: the range's report (range_report.h)");
  if (const auto status = arguments.Parse(argc, argv)) return *status;
  if (!options.mutant.empty()) options.oracle = false;
  if (options.oracle && MakeLibtorch() == nullptr) {
    fmt::print(stderr,
               "this build has no libtorch; --no-oracle does without\n");
    return kMisused;
  }
  StopOnSignals();
  try {
    return Run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "long_run: {}\n", error.what());
    return kMisused;
  }
}

}  // namespace
}  // namespace viewproof

int main(int argc, char** argv) { return viewproof::Main(argc, argv); }
