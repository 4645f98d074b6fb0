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

#include "conformance/case/bad_input.h"
#include "conformance/gen/pair_case.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "tools/golden/check_case.h"
#include "tools/golden/curate.h"
#include "tools/golden/files.h"
#include "tools/golden/kills.h"
#include "tools/golden/pairs.h"
#include "tools/golden/pending.h"
#include "tools/golden/proposal.h"
#include "tools/golden/regenerate.h"
#include "tools/golden/verbs.h"

namespace viewproof {
namespace {

// Draws cases for what a kernel lacks, and proposes the best of each few.
class PairSearch {
 public:
  PairSearch(const Options& options, PairCover& cover, TakenNames taken)
      : options_(options),
        cover_(cover),
        spec_(ParseSpec(ReadFile(options.root + "/reference/SPEC.md"))),
        witnesses_(MakeWitnesses(options)),
        proposer_(spec_, std::move(taken)),
        golden_(OpenGolden(options.root + "/golden").digest) {}

  // Draws for every two levels that lack a vector, until none is found.
  void Run(std::string_view kernel) {
    int64_t before = -1;
    while (before != std::ssize(proposed_) &&
           std::ssize(proposed_) < options_.propose) {
      before = std::ssize(proposed_);
      for (const auto& [a, b] : cover_.MissingOf(kernel)) {
        if (std::ssize(proposed_) >= options_.propose) return;
        const std::vector<LevelPair> missing = cover_.MissingOf(kernel);
        if (std::ranges::find(missing, LevelPair{a, b}) == missing.end()) {
          continue;
        }
        Seek(kernel, {a, b});
      }
    }
  }
  const std::vector<PendingEntry>& proposed() const { return proposed_; }

 private:
  void Seek(std::string_view kernel, const std::vector<PairLevel>& levels) {
    std::optional<Vector> best;
    int64_t most = 0;
    int64_t found = 0;
    for (int64_t k = 0; k < options_.search && found < kEnough; ++k) {
      SeedChooser choose(options_.seed, number_++);
      std::optional<Case> test = PairCase(choose, kernel, levels);
      if (!test) continue;
      test->id = fmt::format("{}/drawn", test->chain[0].op->name);
      if (!ProblemsOf(*test, kMaxGoldenRank).empty()) continue;
      std::optional<Vector> vector = shooter_.VectorOf(*std::move(test));
      if (!vector) continue;
      const int64_t gain = cover_.Add(*vector, false);
      ++found;
      if (gain > most && Holds(*vector, kernel, levels)) {
        most = gain;
        best = std::move(vector);
      }
    }
    if (best && Propose(*best)) cover_.Add(*best);
  }

  bool Holds(const Vector& vector, std::string_view kernel,
             const std::vector<PairLevel>& levels) {
    Reply reply;
    reply.steps = vector.expect;
    for (const StepFacts& facts : FactsOf(vector.test, reply)) {
      if (KernelOf(*facts.step) != kernel) continue;
      const auto held = PairLevelsOf(facts);
      if (!held) continue;
      return std::ranges::all_of(levels, [&](PairLevel level) {
        return (*held)[static_cast<std::size_t>(level.factor)] == level.level;
      });
    }
    return false;
  }

  bool Propose(const Vector& vector) {
    try {
      const ProposedEntry proposal = proposer_.Propose(
          vector, {vector.test.chain.back().op->kind == OpKind::kObserve
                       ? vector.test.chain[vector.test.chain.size() - 2].op
                       : vector.test.chain.back().op});
      Curate(proposal.entry, proposal.profile, witnesses_, spec_);
      proposed_.push_back({.profile = proposal.profile,
                           .golden = golden_,
                           .entry = TomlOf(proposal.entry)});
      return true;
    } catch (const BadInput& e) {
      fmt::print(stderr, "golden: not proposed: {}\n", e.what());
      return false;
    }
  }

  static constexpr int64_t kEnough = 40;  // Cases of which the best is taken.

  const Options& options_;
  PairCover& cover_;
  const Spec spec_;
  const Witnesses witnesses_;
  Proposer proposer_;
  const std::string golden_;
  KillTester shooter_;
  uint64_t number_ = 0;
  std::vector<PendingEntry> proposed_;
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
    if (!ReadPending(options.root).empty()) {
      throw BadInput(
          fmt::format("entries wait in {}: run tools/regenerate golden first",
                      kPendingFile));
    }
    PairSearch search(options, cover, std::move(taken));
    for (const std::string_view kernel : kPairKernels) {
      search.Run(kernel);
      fmt::print(stderr, "golden: {}: {} entries so far\n", kernel,
                 search.proposed().size());
    }
    if (!search.proposed().empty()) {
      WriteFile(fmt::format("{}/{}", options.root, kPendingFile),
                TextOf(search.proposed()));
    }
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
  return is_red ? kRed : EXIT_SUCCESS;
}

}  // namespace viewproof
