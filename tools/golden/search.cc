#include "tools/golden/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <iterator>
#include <queue>
#include <thread>
#include <utility>

#include "conformance/case/largest_number.h"
#include "conformance/gen/aim.h"
#include "conformance/gen/condition_aim.h"
#include "conformance/gen/edit.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/shrink.h"
#include "tools/golden/check_case.h"

namespace viewproof {
namespace {

constexpr uint32_t kEnough = 40;  // Cases kept that kill one bug.
constexpr int64_t kMostOps = 5;
constexpr int64_t kMostAimed = 10;  // Ops of a case that is aimed.

std::atomic<bool> interrupted = false;
void Interrupt(int) { interrupted = true; }

std::size_t FirstOf(const ConditionSet& set) { return set._Find_first(); }

// Returns whether golden/ may hold it, as far as can be said fast.
bool Fits(const Vector& vector) {
  bool kernels = vector.test.base.fill == FillKind::kCycle;
  bool refused = false;
  for (const Outcome& outcome : vector.expect) {
    refused |= std::holds_alternative<ErrorReply>(outcome);
    const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
    if (outputs == nullptr) continue;
    for (const Output& output : *outputs) {
      if (std::ssize(output.sizes) > kMaxGoldenRank) return false;
      kernels |= output.crc32.has_value();
    }
  }
  const bool wide = IsBeyond31Bits(LargestNumber(vector.test, vector.expect));
  return !(kernels && (refused || wide)) &&
         ProblemsOf(vector.test, kMaxGoldenRank).empty();
}

// Ops that stand well beside each other in one case.
enum class Group { kWrites, kCopies, kIndexes, kHeaders };

Group GroupOf(const Op& op) {
  switch (op.kind) {
    case OpKind::kWrite:
      return Group::kWrites;
    case OpKind::kByIndex:
      return Group::kIndexes;
    case OpKind::kCopy:
    case OpKind::kSelfOrCopy:
    case OpKind::kEither:
      return Group::kCopies;
    default:
      return Group::kHeaders;
  }
}

// Returns whether it needs a sparse base, takes the tensor away from the others
// or has nothing of it.
bool StandsAlone(const Op& op) {
  return op.profile == Profile::kSparse || op.kind == OpKind::kForget ||
         op.kind == OpKind::kNew;
}

// The number of one of these weights.
std::size_t AnyOf(Chooser& choose, const std::vector<int64_t>& weights) {
  int64_t sum = 0;
  for (const int64_t weight : weights) sum += weight;
  int64_t lot = choose.Pick(0, sum - 1);
  std::size_t k = 0;
  while (lot >= weights[k]) lot -= weights[k++];
  return k;
}

std::vector<const Op*> AnyOps(Chooser& choose,
                              const std::vector<int64_t>& weights) {
  std::vector<const Op*> ops = {&Ops()[AnyOf(choose, weights)]};
  std::vector<const Op*> mates;
  for (const Op& op : Ops()) {
    if (!Observes(op) && !StandsAlone(op) && GroupOf(op) == GroupOf(*ops[0])) {
      mates.push_back(&op);
    }
  }
  for (int64_t more = choose.Pick(0, kMostOps - 1); more > 0; --more) {
    ops.push_back(choose.OneOf(mates));
  }
  return ops;
}

// Adds what the tensor must have for the effect to show: numbers that a
// narrower type lacks, a bit.
void AddNeedsOf(const Mutant& effect, const Op& op, TensorTraits& like) {
  like.exact = effect.name.starts_with("through_") ||
               effect.name == "zero_added" ||
               effect.name == "denormals_flushed";
  if (like.bit) return;
  like.bit = effect.name == "bits_forgotten";
  if (like.bit && !like.dtype) like.dtype = DTypeWithBit(op);
}

// A case that calls these ops.
Case AnyCaseAt(Chooser& choose, const std::vector<const Op*>& ops) {
  if (StandsAlone(*ops[0]) || choose.Chance(1, 12)) {
    GenOptions wider;
    wider.wide = 3;
    return AnyCaseEndingWith(choose, *ops[0], wider).test();
  }
  return CaseAt(choose, {.ops = ops});
}

}  // namespace

Open::Open(const KillTable& table, const UnkilledBugs& unkilled)
    : first(Kernels().size(), std::vector<ConditionSet>(Effects().size())),
      second(first) {
  ForEachDue([&](const Bug& bug) {
    if (unkilled.Has(bug)) return;
    const int missing = table.Missing(bug);
    if (missing >= 1) first[bug.kernel][bug.effect][bug.condition] = true;
    if (missing >= 2) second[bug.kernel][bug.effect][bug.condition] = true;
  });
}

int64_t Open::GainOf(const std::vector<KillAttempt>& shots) const {
  int64_t gain = 0;
  for (const KillAttempt& shot : shots) {
    const auto& sets = first[shot.kernel];
    for (std::size_t e = 0; e < sets.size(); ++e) {
      if ((shot.killed >> e & 1U) == 0) continue;
      gain += static_cast<int64_t>((sets[e] & shot.conditions).count());
    }
  }
  return gain;
}

void Open::Take(const std::vector<KillAttempt>& shots) {
  for (const KillAttempt& shot : shots) {
    for (std::size_t e = 0; e < first[shot.kernel].size(); ++e) {
      if ((shot.killed >> e & 1U) == 0) continue;
      first[shot.kernel][e] &= ~shot.conditions | second[shot.kernel][e];
      second[shot.kernel][e] &= ~shot.conditions;
    }
  }
}

uint64_t Open::Wanted(std::size_t kernel,
                      const ConditionSet& conditions) const {
  uint64_t effects = 0;
  for (std::size_t e = 0; e < first[kernel].size(); ++e) {
    if ((first[kernel][e] & conditions).any()) effects |= uint64_t{1} << e;
  }
  return effects;
}

int64_t Open::count() const {
  int64_t count = 0;
  for (const auto& sets : first) {
    for (const ConditionSet& set : sets) {
      count += static_cast<int64_t>(set.count());
    }
  }
  return count;
}

// One thread's part of the search.
struct Search::Worker {
  KillTester shooter;
  // It is indexed by kernel and effect.
  std::vector<std::vector<ConditionSet>> undecided;
  std::vector<SearchStats> drawn;
  std::vector<uint64_t> calls;
  std::vector<PooledCase> pool;
};

void SearchStats::Add(const SearchStats& other) {
  fired += other.fired;
  found += other.found;
  accepted |= other.accepted;
  differed |= other.differed;
}

Search::Search(const Open& open, const SearchOptions& options)
    : open_(open), options_(options), weights_(Ops().size()) {
  for (std::size_t k = 0; k < Kernels().size(); ++k) {
    int64_t left = 0;
    for (const ConditionSet& set : open.first[k]) {
      left += static_cast<int64_t>(set.count());
    }
    // A kernel of headers has fewer bugs, which are as hard to find.
    weights_[Kernels()[k].op - Ops().data()] +=
        100 + std::min<int64_t>(left, 2500);
  }
  AddTargets();
  drawn_.resize(Kernels().size() * Effects().size() * Conditions().size());
  calls_.resize(Kernels().size());
}

void Search::AddTargets() {
  for (std::size_t c = 0; c < Conditions().size(); ++c) {
    Target target;
    target.condition = c;
    for (std::size_t k = 0; k < Kernels().size(); ++k) {
      std::vector<std::size_t> effects;
      for (std::size_t e = 0; e < Effects().size(); ++e) {
        if (open_.first[k][e][c]) effects.push_back(e);
      }
      if (effects.empty()) continue;
      const auto weight = static_cast<int64_t>(effects.size());
      target.kernels.push_back(k);
      target.weights.push_back(weight);
      target.effects.push_back(std::move(effects));
      target.weight += weight;
    }
    if (target.weight > 0) targets_.push_back(std::move(target));
  }
}

Case Search::AimedCase(Chooser& choose) const {
  std::vector<int64_t> weights;
  weights.reserve(targets_.size());
  for (const Target& target : targets_) weights.push_back(target.weight);
  const Target& target = targets_[AnyOf(choose, weights)];
  const std::size_t first = AnyOf(choose, target.weights);
  const Condition& condition = Conditions()[target.condition];
  const Op& op = *Kernels()[target.kernels[first]].op;
  const Mutant& effect = Effects()[choose.OneOf(target.effects[first])];
  Aim aim = AimFor(Kernels()[target.kernels[first]].name, condition);
  if (aim.like) AddNeedsOf(effect, op, *aim.like);
  std::vector<const Op*> mates;
  for (const std::size_t k : target.kernels) {
    const Op* mate = Kernels()[k].op;
    if (!StandsAlone(*mate) && GroupOf(*mate) == GroupOf(op)) {
      mates.push_back(mate);
    }
  }
  for (int64_t more = choose.Pick(0, kMostAimed - 1);
       more > 0 && !mates.empty(); --more) {
    aim.ops.push_back(choose.OneOf(mates));
  }
  if (!StandsAlone(op)) return CaseAt(choose, aim);
  GenOptions wider;
  wider.wide = 3;
  return AnyCaseEndingWith(choose, op, wider).test();
}

std::size_t Search::Place(std::size_t kernel, std::size_t effect) const {
  return (kernel * Effects().size() + effect) * Conditions().size();
}

const SearchStats& Search::At(const Bug& bug) const {
  return drawn_[Place(bug.kernel, bug.effect) + bug.condition];
}

Case Search::CaseNumber(uint64_t number) const {
  SeedChooser choose(options_.seed, number);
  const bool aimed = !targets_.empty() && choose.Chance(5, 6);
  Case test =
      aimed ? AimedCase(choose) : AnyCaseAt(choose, AnyOps(choose, weights_));
  test.id = fmt::format("{}/drawn", test.chain[0].op->name);
  return test;
}

void Search::Draw(Worker& worker, uint64_t first, uint64_t step) {
  const auto wanted = [&](std::size_t kernel, const ConditionSet& conditions) {
    uint64_t effects = 0;
    for (std::size_t e = 0; e < Effects().size(); ++e) {
      if ((worker.undecided[kernel][e] & conditions).any()) {
        effects |= uint64_t{1} << e;
      }
    }
    return effects;
  };
  for (uint64_t n = first; n < static_cast<uint64_t>(options_.cases);
       n += step) {
    if (interrupted) break;
    ++worker.calls.back();
    const auto vector = worker.shooter.VectorOf(CaseNumber(n));
    if (!vector || !Fits(*vector)) continue;
    for (const Step& step : vector->test.chain) {
      if (!Observes(*step.op)) ++worker.calls[KernelNumber(KernelOf(step))];
    }
    PooledCase pooled{.number = n,
                      .shots = worker.shooter.Shoot(*vector, wanted)};
    bool useful = false;
    for (const KillAttempt& shot : pooled.shots) {
      for (std::size_t e = 0; e < Effects().size(); ++e) {
        const uint64_t bit = uint64_t{1} << e;
        if ((shot.ran & bit) == 0) continue;
        ConditionSet& undecided = worker.undecided[shot.kernel][e];
        const ConditionSet seen = undecided & shot.conditions;
        SearchStats* drawn = &worker.drawn[Place(shot.kernel, e)];
        for (std::size_t c = FirstOf(seen); c < seen.size();
             c = seen._Find_next(c)) {
          SearchStats& bug = drawn[c];
          ++bug.fired;
          bug.accepted |= !shot.refused;
          bug.differed |= (shot.differed & bit) != 0;
          if ((shot.killed & bit) == 0) continue;
          useful = true;
          if (++bug.found == kEnough) undecided[c] = false;
        }
      }
    }
    if (!useful) continue;
    std::erase_if(pooled.shots,
                  [](const KillAttempt& s) { return s.killed == 0; });
    worker.pool.push_back(std::move(pooled));
  }
}

void Search::Run(const std::function<void(int64_t)>& watch) {
  interrupted = false;
  const auto before = std::signal(SIGINT, &Interrupt);
  const auto jobs = static_cast<uint64_t>(std::max<int64_t>(options_.jobs, 1));
  std::vector<Worker> workers(jobs);
  std::vector<std::thread> threads;
  std::atomic<uint64_t> running = jobs;
  for (uint64_t j = 0; j < jobs; ++j) {
    Worker& worker = workers[j];
    worker.undecided = open_.first;
    worker.drawn.resize(drawn_.size());
    worker.calls.resize(Kernels().size() + 1);
    threads.emplace_back([&, j] {
      Draw(workers[j], j, jobs);
      --running;
    });
  }
  while (running > 0) {
    for (int tick = 0; tick < 50 && running > 0; ++tick) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    int64_t cases = 0;
    for (const Worker& worker : workers) {
      cases += static_cast<int64_t>(worker.calls.back());
    }
    watch(cases);
  }
  for (std::thread& thread : threads) thread.join();
  std::signal(SIGINT, before);
  for (Worker& worker : workers) {
    cases_ += static_cast<int64_t>(worker.calls.back());
    for (std::size_t k = 0; k < calls_.size(); ++k) {
      calls_[k] += worker.calls[k];
    }
    for (std::size_t b = 0; b < drawn_.size(); ++b) {
      drawn_[b].Add(worker.drawn[b]);
    }
    std::move(worker.pool.begin(), worker.pool.end(),
              std::back_inserter(pool_));
  }
}

void Search::Choose(int64_t most, int64_t least, Open& open, const Take& take) {
  // The gain of a case never grows: only the first of the queue is looked at.
  using Ranked = std::pair<int64_t, std::size_t>;
  std::priority_queue<Ranked> queue;
  for (std::size_t k = 0; k < pool_.size(); ++k) {
    queue.emplace(open.GainOf(pool_[k].shots), k);
  }
  KillTester shooter;
  const auto gain_of = [&](const Case& test, std::vector<KillAttempt>& shots) {
    const auto vector = shooter.VectorOf(test);
    if (!vector) return int64_t{0};
    shots = shooter.Shoot(
        *vector, [&open](std::size_t kernel, const ConditionSet& conditions) {
          return open.Wanted(kernel, conditions);
        });
    return open.GainOf(shots);
  };
  while (!queue.empty() && most > 0) {
    const auto [promised, k] = queue.top();
    queue.pop();
    const int64_t gain = open.GainOf(pool_[k].shots);
    if (gain < least) continue;
    if (!queue.empty() && gain < queue.top().first) {
      queue.emplace(gain, k);
      continue;
    }
    Case test = CaseNumber(pool_[k].number);
    std::vector<KillAttempt> shots;
    int64_t full = gain_of(test, shots);
    for (auto step = std::ssize(test.chain); step > 0; --step) {
      auto without = WithoutStep(test, step);
      std::vector<KillAttempt> fewer;
      if (!without || !Lawful(*without) || gain_of(*without, fewer) < full) {
        continue;
      }
      test = *std::move(without);
      shots = std::move(fewer);
    }
    auto vector = shooter.VectorOf(std::move(test));
    std::set<const Op*> ops;
    for (const KillAttempt& shot : shots) {
      if (open.GainOf({shot}) > 0) ops.insert(Kernels()[shot.kernel].op);
    }
    if (!vector || !take(*vector, ops, full)) continue;
    open.Take(shots);
    --most;
  }
}

}  // namespace viewproof
