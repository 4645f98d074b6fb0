#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/shrink.h"
#include "conformance/laws/agree.h"
#include "conformance/laws/coverage.h"
#include "conformance/laws/explained.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

constexpr std::size_t kShown = 10;  // Counterexamples that are printed.

// Streams cases through reference, model and libtorch and keeps what differs.
class LongRun {
 public:
  explicit LongRun(bool oracle)
      : reference_(MakeReference()),
        model_(MakeModel()),
        libtorch_(oracle ? MakeLibtorch() : nullptr) {
    Add(*reference_, *model_);
    if (libtorch_ == nullptr) return;
    Add(*reference_, *libtorch_);
    Add(*model_, *libtorch_);
  }

  void Run(const Case& test) {
    reference_->Run(test, reply_);
    coverage_.Add(test, reply_);
    const Cut cut = CutAtExplained(test, reply_);
    for (Pair& pair : pairs_) Run(test, cut, pair);
  }

  bool Agreed() const { return unexplained_ == 0; }

  void PrintProgress(uint64_t chains) const {
    fmt::print(stderr, "{} chains, {} unexplained, {} explained\n", chains,
               unexplained_, explained_);
  }

  void PrintSummary(bool counts) const {
    if (counts) std::cout << coverage_;
    for (const auto& [what, times] : seen_) fmt::print("{}  {}\n", times, what);
    for (const std::string& example : examples_) fmt::print("{}", example);
    for (const Pair& pair : pairs_) {
      fmt::print("{} = {}: {} abstained\n", pair.first, pair.second,
                 pair.witnesses.abstained());
    }
    fmt::print("{} steps valid, {} invalid; {} differences explained, {} not\n",
               coverage_.steps.valid, coverage_.steps.invalid, explained_,
               unexplained_);
  }

 private:
  struct Pair {
    std::string first;
    std::string second;
    Witnesses witnesses;
    bool oracle;
  };

  void Add(Subject& first, Subject& second) {
    pairs_.push_back({first.hello().name, second.hello().name,
                      Witnesses(first, second), &second == libtorch_.get()});
  }

  // What differs in no explained way.
  std::vector<Difference> Unexplained(const Cut& cut, Pair& pair) {
    std::vector<Difference> differences = pair.witnesses.Compare(cut.test);
    const auto all = differences.size();
    if (pair.oracle) {
      std::erase_if(differences, [&cut](const Difference& d) {
        return IsExplained(cut, d);
      });
    }
    if (differences.size() < all) ++explained_;
    return differences;
  }

  void Run(const Case& test, const Cut& cut, Pair& pair) {
    const Cut whole{test, nullptr};
    const auto differences = Unexplained(pair.oracle ? cut : whole, pair);
    if (differences.empty()) return;
    ++unexplained_;
    const Difference first = differences.front();
    const std::string what = fmt::format(
        "{} = {}: {} {}", pair.first, pair.second, first.op, Name(first.kind));
    if (++seen_[what] > 1 || examples_.size() >= kShown) return;
    examples_.push_back(Example(test, first, pair));
  }

  // The smallest case in which the same differs, for people.
  std::string Example(const Case& test, const Difference& due, Pair& pair) {
    const int64_t explained = explained_;
    std::vector<Difference> differences;
    const auto same = [&](const Case& candidate) {
      reference_->Run(candidate, reply_);
      const Cut cut = pair.oracle ? CutAtExplained(candidate, reply_)
                                  : Cut{candidate, nullptr};
      const auto found = Unexplained(cut, pair);
      if (found.empty() || found.front().op != due.op ||
          found.front().kind != due.kind) {
        return false;
      }
      differences = found;
      return true;
    };
    const Case small = Shrink(test, same);
    explained_ = explained;
    return fmt::format("case {}\n{}", test.id,
                       Describe(small, pair.first, pair.second, differences));
  }

  std::unique_ptr<Subject> reference_;
  std::unique_ptr<Subject> model_;
  std::unique_ptr<Subject> libtorch_;
  std::vector<Pair> pairs_;
  Reply reply_;
  Coverage coverage_;
  std::map<std::string, int64_t> seen_;
  std::vector<std::string> examples_;
  int64_t explained_ = 0;
  int64_t unexplained_ = 0;
};

int Main(int argc, char** argv) {
  CLI::App app(
      "Streams chains through reference, model and libtorch; exits 1 where "
      "they differ.\nExample: long_run --chains 1000000 --seed 1");
  uint64_t chains = 100000;
  uint64_t seed = 1;
  uint64_t first = 0;
  GenOptions options;
  bool oracle = true;
  bool counts = false;
  app.add_option("--chains", chains, "how many cases");
  app.add_option("--seed", seed, "case i depends on the seed and i alone");
  app.add_option("--first", first, "the number of the first case");
  app.add_option("--wide", options.wide,
                 "of 12 edits, how many put in a number beyond 2^31");
  app.add_flag("--oracle,!--no-oracle", oracle, "ask libtorch as well");
  app.add_flag("--counts", counts, "print what the cases held");
  CLI11_PARSE(app, argc, argv);

  if (oracle && MakeLibtorch() == nullptr) {
    fmt::print(stderr,
               "this build has no libtorch; --no-oracle does without\n");
    return 2;
  }
  LongRun run(oracle);
  for (uint64_t k = 0; k < chains; ++k) {
    run.Run(CaseOf(seed, first + k, options));
    if ((k + 1) % 100000 == 0) run.PrintProgress(k + 1);
  }
  run.PrintSummary(counts);
  return run.Agreed() ? 0 : 1;
}

}  // namespace
}  // namespace viewproof

int main(int argc, char** argv) { return viewproof::Main(argc, argv); }
