#include "conformance/gen/enumerate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/case/text.h"
#include "conformance/gen/digest_tree.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/difference.h"
#include "conformance/laws/agree.h"
#include "conformance/laws/enumeration.h"
#include "conformance/report/arguments.h"
#include "conformance/report/progress.h"
#include "conformance/report/range_report.h"
#include "conformance/report/summary.h"
#include "conformance/run/stop.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/subject.h"
#include "fuzz/blocks.h"

namespace viewproof {
namespace {

constexpr int kRed = 1;
constexpr int kMisused = 2;
constexpr int64_t kBlock = 1000;    // Cases that a thread takes at a time.
constexpr std::size_t kShown = 10;  // Disagreements that are printed.
constexpr int64_t kMost = int64_t{1} << 60;  // Cases of any universe.

struct Options {
  std::string root;
  std::string against = "model";
  int64_t from = 0;
  std::optional<int64_t> to;
  int64_t every = 1;
  int64_t jobs = 1;
  std::optional<int64_t> cases;
  std::string report;  // A file to write; or empty.
  std::vector<int64_t> show;
  std::vector<std::string> number;
};

// Says where a run that was stopped goes on. Returns whether it was.
bool SayWhereToGoOn(int64_t next, int64_t to) {
  if (!StopFlag() || next >= to) return false;
  fmt::print("stopped; --from {} goes on\n", next);
  return true;
}

// Holds a witness to the reference; one of these per thread.
struct Worker {
  Worker(const Universe& universe, std::unique_ptr<Subject> subject,
         bool explained)
      : witness(std::move(subject)),
        enumeration(universe, *witness, explained) {}

  // One case of every so many, as far as it lies in [from, to).
  void Run(int64_t from, int64_t to, int64_t every) {
    for (int64_t stretch = from / every; stretch * every < to; ++stretch) {
      const int64_t number = OneOfEvery(every, stretch);
      if (number < from || number >= to) continue;
      auto disagreement = enumeration.Compare(number);
      if (disagreement) found.push_back(std::move(*disagreement));
    }
  }

  std::unique_ptr<Subject> witness;
  Enumeration enumeration;
  std::vector<Disagreement> found;
};

using Workers = std::vector<std::unique_ptr<Worker>>;

// The cases in which a witness differs: how often by op and difference, and the
// first ones.
void Print(const std::vector<Disagreement>& found, const std::string& witness) {
  std::map<std::string, int64_t> times;
  for (const Disagreement& one : found) {
    const Difference& first = one.differences.front();
    ++times[fmt::format("{} {}", first.op, Name(first.kind))];
  }
  for (const auto& [what, count] : times) fmt::print("{}  {}\n", count, what);
  for (std::size_t k = 0; k < std::min(kShown, found.size()); ++k) {
    fmt::print(
        "case {}: {}", found[k].number,
        Describe(found[k].test, "reference", witness, found[k].differences));
  }
}

Enumeration::Counts SumOf(const Workers& workers) {
  Enumeration::Counts sum;
  for (const auto& worker : workers) {
    const Enumeration::Counts& counts = worker->enumeration.counts();
    sum.cases += counts.cases;
    sum.refused += counts.refused;
    sum.abstained += counts.abstained;
    sum.too_large += counts.too_large;
    for (const auto& [reason, times] : counts.explained) {
      sum.explained[reason] += times;
    }
  }
  return sum;
}

int PrintSummary(const Enumeration::Counts& sum,
                 const std::vector<Disagreement>& found) {
  for (const auto& [reason, times] : sum.explained) {
    fmt::print("{}  explained: {}\n", times, reason);
  }
  fmt::print("{} end in an error, {} end at a step that is too large\n",
             sum.refused, sum.too_large);
  fmt::print("{} passed, {} failed, {} skipped{}\n", sum.cases - sum.abstained,
             found.size(), sum.abstained,
             sum.abstained > 0 ? " (the witness abstained)" : "");
  return found.empty() ? EXIT_SUCCESS : kRed;
}

// `found` is of the cases up to `at`, in order.
RangeReport ReportOf(const Universe& universe, const Options& options,
                     const Workers& workers,
                     const std::vector<Disagreement>& found, int64_t at,
                     int64_t to) {
  RangeReport report;
  RangeHeader& header = report.header;
  const Hello& hello = workers.front()->witness->hello();
  header.program = "enumerate";
  header.subject = options.against;
  header.version =
      options.against == "model" ? std::string(kSuiteVersion) : hello.version;
  header.digests = {
      {"universe",
       fmt::format("{} of version {}", universe.count(), kEnumeratorVersion)},
      {"suite", std::string(kSuiteVersion)}};
  header.range = {std::nullopt, options.from, to - options.from};
  std::map<std::string, RangeFinding> buckets;
  for (const Disagreement& one : found) {
    const Difference& first = one.differences.front();
    const std::string key = fmt::format("{} {}", first.op, Name(first.kind));
    const auto [place, is_new] =
        buckets.try_emplace(key, RangeFinding{key, 0, one.number, false, {}});
    ++place->second.times;
    if (!is_new) continue;
    place->second.shown = {
        {"case", Quoted(Text(one.test))},
        {"shrunk", Quoted(Describe(one.test, "reference", options.against,
                                   one.differences))}};
  }
  for (auto& [key, finding] : buckets) report.findings.push_back(finding);
  report.done = at - options.from;
  const Enumeration::Counts sum = SumOf(workers);
  report.counts = {{"refused", sum.refused},
                   {"abstained", sum.abstained},
                   {"too large", sum.too_large}};
  for (const auto& [reason, times] : sum.explained) {
    report.counts[fmt::format("explained: {}", reason)] = times;
  }
  return report;
}

// One per job; none if this build lacks the witness.
Workers MakeWorkers(const Universe& universe, const Options& options) {
  const bool oracle = options.against == "libtorch";
  Workers workers;
  for (int64_t job = 0; job < options.jobs; ++job) {
    auto witness = oracle ? MakeLibtorch() : MakeModel();
    if (witness == nullptr) return {};
    workers.push_back(
        std::make_unique<Worker>(universe, std::move(witness), oracle));
  }
  return workers;
}

int RunAgainst(const Universe& universe, const Options& options, int64_t to) {
  const Workers workers = MakeWorkers(universe, options);
  if (workers.empty()) {
    fmt::print(stderr,
               "enumerate: this build has no libtorch; run tools/setup "
               "--oracle\n");
    return kMisused;
  }
  const int64_t at =
      RunBlocks(options.from, to, kBlock * options.every, options.jobs,
                [&](int64_t job, int64_t from, int64_t end) {
                  workers[job]->Run(from, end, options.every);
                });
  std::vector<Disagreement> found;
  for (const auto& worker : workers) {
    std::move(worker->found.begin(), worker->found.end(),
              std::back_inserter(found));
  }
  std::sort(found.begin(), found.end(),
            [](const Disagreement& a, const Disagreement& b) {
              return a.number < b.number;
            });
  Print(found, options.against);
  const int status = PrintSummary(SumOf(workers), found);
  if (!options.report.empty()) {
    WriteRange(options.report,
               ReportOf(universe, options, workers, found, at, to));
  }
  return SayWhereToGoOn(at, to) ? kRed : status;
}

// Says how the reference and the model differ in a leaf that is not as pinned.
void PrintLeaf(const Universe& universe, int64_t leaf) {
  const int64_t from = leaf * kCasesOfLeaf;
  const int64_t to = std::min(from + kCasesOfLeaf, universe.count());
  fmt::print("leaf {}, cases [{}, {}), is not as pinned\n", leaf, from, to);
  const auto model = MakeModel();
  const auto found = Enumeration(universe, *model, false).First(from, to);
  if (found) return Print({*found}, "model");
  fmt::print("  reference and model agree there\n");
}

// Whole leaves: those that hold any case of [from, to).
int RunAgainstDigest(const Universe& universe, const Options& options,
                     int64_t to) {
  const std::vector<uint64_t> pinned = ReadEnumeration(
      ReadFile(options.root + "/golden/enumeration.json"), universe);
  const int64_t first = options.from / kCasesOfLeaf;
  const int64_t last = LeafCount(universe, to);
  std::vector<int64_t> failed;
  int64_t at = first;
  {
    Progress progress((last - first) * kCasesOfLeaf);
    const auto done = [&progress] { progress.Add(kCasesOfLeaf); };
    while (at < last && !StopFlag()) {
      const int64_t end = std::min(last, at + 8 * options.jobs);
      const auto leaves = LeafDigests(universe, at, end, options.jobs, done);
      for (; at < end; ++at) {
        if (leaves[leaves.size() - (end - at)] != pinned[at]) {
          failed.push_back(at);
        }
      }
    }
  }
  if (!failed.empty()) PrintLeaf(universe, failed.front());
  fmt::print("{} passed, {} failed, 0 skipped (leaves of {} cases)\n",
             at - first - std::ssize(failed), failed.size(), kCasesOfLeaf);
  if (SayWhereToGoOn(at * kCasesOfLeaf, to)) return kRed;
  return failed.empty() ? EXIT_SUCCESS : kRed;
}

int Run(const Options& options) {
  const Universe& universe = Universe::Pinned();
  for (const int64_t number : options.show) {
    if (number < 0 || number >= universe.count()) {
      fmt::print(stderr, "enumerate: there are cases 0 to {}\n",
                 universe.count() - 1);
      return kMisused;
    }
    fmt::print("{}  {}\n", number, Text(universe.At(number)));
  }
  for (const std::string& text : options.number) {
    const auto number = universe.NumberOf(ParseText(text));
    fmt::print("{}  {}\n", number ? std::to_string(*number) : "not enumerated",
               text);
  }
  if (!options.show.empty() || !options.number.empty()) return EXIT_SUCCESS;
  const int64_t to = options.cases ? options.from + *options.cases
                                   : options.to.value_or(universe.count());
  if (options.from < 0 || options.from >= to || to > universe.count()) {
    fmt::print(stderr, "enumerate: no such range; there are cases 0 to {}\n",
               universe.count() - 1);
    return kMisused;
  }
  if (options.against == "digest" && !options.report.empty()) {
    fmt::print(stderr, "enumerate: a digest has no --report\n");
    return kMisused;
  }
  return options.against == "digest" ? RunAgainstDigest(universe, options, to)
                                     : RunAgainst(universe, options, to);
}

int Main(int argc, char** argv) {
  Options options;
  Arguments arguments(
      "enumerate",
      "Holds the reference to a witness on enumerated cases: every chain of "
      "one and two core ops\nwithin the bounds of golden/enumeration.json, and "
      "every call on what two make. Exits 1 if\nthey differ.\n"
      "Example: enumerate --against libtorch --every 30 --jobs 2");
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  options.root = workspace == nullptr ? "." : workspace;
  arguments.Add("--root", &options.root, "the repository");
  arguments.Add("--against", &options.against,
                "model, libtorch, or the digest that is pinned",
                {.one_of = {"model", "libtorch", "digest"}});
  arguments.Add("--from,--first", &options.from, "the number of the first case",
                {.most = kMost});
  arguments.Add("--to", &options.to, "the number after the last case");
  arguments.Add("--cases", &options.cases, "how many, in place of --to",
                {.least = 1, .most = kMost, .excludes = {"--to"}});
  arguments.Add("--every", &options.every,
                "one case of every so many; not with digest", {.least = 1});
  arguments.Add("--report", &options.report,
                "a file to write: the range's report (range_report.h)",
                {.excludes = {"--every"}});
  arguments.Add("--jobs", &options.jobs, "threads", {.least = 1, .most = 256});
  arguments.Add("--show", &options.show, "print the cases of these numbers");
  arguments.Add("--number", &options.number,
                "print the numbers of these cases (case text)");
  if (const auto status = arguments.Parse(argc, argv)) return *status;
  StopOnSignals(0);
  try {
    return Run(options);
  } catch (const std::exception& e) {
    fmt::print(stderr, "enumerate: {}\n", e.what());
    return kMisused;
  }
}

}  // namespace
}  // namespace viewproof

int main(int argc, char** argv) { return viewproof::Main(argc, argv); }
