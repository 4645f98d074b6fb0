#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/gen/pair_case.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/golden_file/golden.h"
#include "tools/golden/check_case.h"
#include "tools/golden/kills.h"
#include "tools/golden/pairs.h"
#include "tools/golden/verb_proposals.h"
#include "tools/golden/verbs.h"

namespace viewproof {
namespace {

// Draws cases for what a kernel lacks, and proposes the best of each few.
class PairSearch {
 public:
  PairSearch(const Options& options, PairCover& cover, TakenNames taken)
      : options_(options),
        cover_(cover),
        proposals_(options, std::move(taken)) {}

  // Draws for every two levels that lack a vector, until none is found.
  void Run(std::string_view kernel) {
    int64_t before = -1;
    while (before != count() && count() < options_.propose) {
      before = count();
      for (const auto& [a, b] : cover_.MissingOf(kernel)) {
        if (count() >= options_.propose) return;
        const std::vector<LevelPair> missing = cover_.MissingOf(kernel);
        if (std::ranges::find(missing, LevelPair{a, b}) == missing.end()) {
          continue;
        }
        const std::vector<PairLevel> levels = {a, b};
        Seek([&](Chooser& choose) { return PairCase(choose, kernel, levels); },
             [&](const StepFacts& facts) {
               const auto held = PairLevelsOf(facts);
               return KernelOf(*facts.step) == kernel && held &&
                      IsAt(*held, levels[0]) && IsAt(*held, levels[1]);
             });
      }
    }
  }
  // Draws for every walk that lacks a vector.
  void RunWalks(std::string_view kernel) {
    for (const Walk& walk : AllWalks()) {
      if (count() >= options_.propose) return;
      if (!cover_.MissingWalksOf(kernel).contains(walk)) continue;
      Seek([&](Chooser& choose) { return WalkCase(choose, walk); },
           [&](const StepFacts& facts) { return WalkOf(facts) == walk; });
    }
  }
  // How many entries are proposed.
  int64_t count() const { return std::ssize(proposals_.entries()); }
  void Write() const { proposals_.Write(); }

 private:
  // Proposes the best of a few cases that `draw` gives and that have a step of
  // which `holds` is true.
  template <typename Draw, typename HoldsOfStep>
  void Seek(Draw draw, HoldsOfStep holds) {
    std::optional<Vector> best;
    int64_t most = 0;
    int64_t found = 0;
    for (int64_t k = 0; k < options_.search && found < kEnough; ++k) {
      SeedChooser choose(options_.seed, number_++);
      std::optional<Case> test = draw(choose);
      if (!test) continue;
      test->id = fmt::format("{}/drawn", test->chain[0].op->name);
      if (!ProblemsOf(*test, kMaxGoldenRank).empty()) continue;
      std::optional<Vector> vector = shooter_.VectorOf(*std::move(test));
      if (!vector) continue;
      const int64_t gain = cover_.Add(*vector, false);
      ++found;
      if (gain > most && HasStep(*vector, holds)) {
        most = gain;
        best = std::move(vector);
      }
    }
    if (best && Propose(*best)) cover_.Add(*best);
  }

  template <typename HoldsOfStep>
  static bool HasStep(const Vector& vector, HoldsOfStep holds) {
    Reply reply;
    reply.steps = vector.expect;
    return std::ranges::any_of(FactsOf(vector.test, reply), holds);
  }

  bool Propose(const Vector& vector) {
    const std::vector<Step>& chain = vector.test.chain;
    const bool is_read = chain.back().op->kind == OpKind::kObserve;
    return proposals_.Add(vector, {chain[chain.size() - (is_read ? 2 : 1)].op});
  }

  static constexpr int64_t kEnough = 40;  // Cases of which the best is taken.

  const Options& options_;
  PairCover& cover_;
  Proposals proposals_;
  KillTester shooter_;
  uint64_t number_ = 0;
};

// How many pairs of levels no step of a kernel has, by reason.
std::map<std::string_view, int> CountsApart(std::string_view kernel) {
  std::map<std::string_view, int> counts;
  for (const PairLevel a : AllPairLevels()) {
    for (const PairLevel b : AllPairLevels()) {
      const std::string_view why = WhyApart(kernel, a, b);
      if (a.factor < b.factor && !why.empty()) ++counts[why];
    }
  }
  return counts;
}

}  // namespace

int PrintPairs(const Options& options) {
  PairCover cover;
  TakenNames taken;
  ForEachVector(OpenGolden(options.root + "/golden"),
                [&](const Vector& vector) {
                  cover.Add(vector);
                  taken.ids.insert(vector.test.id);
                  taken.whys.insert(vector.why);
                });
  if (options.search > 0) {
    PairSearch search(options, cover, std::move(taken));
    for (const std::string_view kernel : kPairKernels) {
      search.Run(kernel);
      fmt::print(stderr, "golden: {}: {} entries so far\n", kernel,
                 search.count());
    }
    for (const std::string_view kernel : kWalkKernels) {
      search.RunWalks(kernel);
      fmt::print(stderr, "golden: walks of {}: {} entries so far\n", kernel,
                 search.count());
    }
    search.Write();
  }
  bool is_red = false;
  for (const std::string_view kernel : kPairKernels) {
    for (const auto& [why, count] : CountsApart(kernel)) {
      fmt::print("{}: {} pairs of levels cannot meet: {}\n", kernel, count,
                 why);
    }
    const std::vector<LevelPair> missing = cover.MissingOf(kernel);
    fmt::print("{}: of {} pairs of levels {} have two vectors\n", kernel,
               cover.PossibleOf(kernel),
               cover.PossibleOf(kernel) - missing.size());
    for (const auto& [a, b] : missing) {
      fmt::print("  {}; {}\n", Name(a), Name(b));
    }
    is_red |= !missing.empty();
  }
  for (const std::string_view kernel : kWalkKernels) {
    const std::set<Walk>& missing = cover.MissingWalksOf(kernel);
    fmt::print("{}: of {} walks {} have a vector\n", kernel, AllWalks().size(),
               AllWalks().size() - missing.size());
    for (const Walk& walk : missing) fmt::print("  {}\n", Name(walk));
    is_red |= !missing.empty();
  }
  return is_red ? kRed : EXIT_SUCCESS;
}

}  // namespace viewproof
