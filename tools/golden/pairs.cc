#include "tools/golden/pairs.h"

#include <algorithm>
#include <variant>

#include "conformance/subjects/reference.h"
#include "conformance/subjects/step_facts.h"

namespace viewproof {
namespace {

constexpr int kOtherFactors = 3;  // In which two vectors differ, at least.

std::size_t NumberOf(PairLevel level) {
  const std::vector<PairLevel>& all = AllPairLevels();
  return std::ranges::find(all, level) - all.begin();
}

std::size_t PlaceOf(const LevelPair& pair) {
  return NumberOf(pair.first) * AllPairLevels().size() + NumberOf(pair.second);
}

LevelPair PairAt(std::size_t place) {
  const std::vector<PairLevel>& all = AllPairLevels();
  return {all[place / all.size()], all[place % all.size()]};
}

std::unique_ptr<MaskedMutant> MaskedNamed(std::string_view name) {
  const auto found = std::ranges::find(Effects(), name, &Mutant::name);
  return std::make_unique<MaskedMutant>(*found);
}

// Calls see(pair) for every two levels that are held.
template <typename See>
void ForEachPair(const PairLevels& levels, See see) {
  for (std::size_t a = 0; a < levels.size(); ++a) {
    for (std::size_t b = a + 1; b < levels.size(); ++b) {
      if (!levels[a] || !levels[b]) continue;
      see(LevelPair{{static_cast<PairFactor>(a), *levels[a]},
                    {static_cast<PairFactor>(b), *levels[b]}});
    }
  }
}

std::size_t NumberOf(std::string_view kernel) {
  return static_cast<std::size_t>(std::ranges::find(kPairKernels, kernel) -
                                  kPairKernels.begin());
}

// Returns whether every vector that holds both has the same sizes: a target of
// rank 0 is its own source.
bool HaveOneSize(const LevelPair& pair) {
  const auto is = [](PairLevel level, auto wanted) {
    return level.level == static_cast<uint8_t>(wanted);
  };
  return pair.first.factor == PairFactor::kStorage &&
         is(pair.first, PairStorage::kSame) &&
         pair.second.factor == PairFactor::kBroadcast &&
         is(pair.second, PairBroadcast::kScalar);
}

bool DifferEnough(const HeldBy::Holder& a, const HeldBy::Holder& b) {
  int differ = 0;
  for (std::size_t f = 0; f < kPairFactors; ++f) {
    differ += a.levels[f] != b.levels[f];
  }
  return a.sizes != b.sizes && differ >= kOtherFactors;
}

}  // namespace

PairCover::PairCover()
    : reference_(MakeReference()),
      comparator_(reference_->hello(), Facets::All()),
      write_lost_(MaskedNamed("write_lost")),
      copy_of_zeros_(MaskedNamed("copy_of_zeros")) {
  const std::size_t count = AllPairLevels().size();
  for (const std::string_view kernel : kPairKernels) {
    auto& cells = held_.emplace_back(count * count);
    for (std::size_t place = 0; place < cells.size(); ++place) {
      const auto [a, b] = PairAt(place);
      if (a.factor < b.factor && WhyApart(kernel, a, b).empty()) {
        cells[place].emplace();
      }
    }
  }
  for (const std::string_view kernel : kWalkKernels) {
    missing_walks_[kernel] = {AllWalks().begin(), AllWalks().end()};
  }
}

std::vector<PairCover::Seen> PairCover::SeenIn(const Vector& vector) {
  std::vector<Seen> seen;
  reference_->Run(vector.test, reply_);
  const std::vector<StepFacts> facts = FactsOf(vector.test, reply_);
  for (std::size_t k = 0; k < facts.size(); ++k) {
    const std::optional<PairLevels> levels = PairLevelsOf(facts[k]);
    if (!levels) continue;
    const bool writes = facts[k].step->op->kind == OpKind::kWrite;
    (writes ? write_lost_ : copy_of_zeros_)
        ->Run(vector.test, uint32_t{1} << k, reply_);
    comparator_.Compare(vector, reply_, judgement_);
    if (judgement_.differences.empty()) continue;
    seen.push_back({NumberOf(KernelOf(*facts[k].step)),
                    {*levels, facts[k].operand.shown.sizes},
                    WalkOf(facts[k])});
  }
  return seen;
}

int64_t PairCover::Add(const Vector& vector, bool count) {
  int64_t gain = 0;
  for (const Seen& seen : SeenIn(vector)) {
    ForEachPair(seen.holder.levels, [&](const LevelPair& pair) {
      std::optional<HeldBy>& held = held_[seen.kernel][PlaceOf(pair)];
      if (!held || held->is_enough) return;
      const bool is_enough =
          HaveOneSize(pair) ||
          std::ranges::any_of(held->holders, [&](const HeldBy::Holder& other) {
            return DifferEnough(other, seen.holder);
          });
      gain += held->holders.empty() || is_enough ? 1 : 0;
      if (!count) return;
      held->is_enough = is_enough;
      held->holders.push_back(seen.holder);
    });
    if (!seen.walk) continue;
    std::set<Walk>& missing =
        missing_walks_[WalkKernelOf(kPairKernels[seen.kernel])];
    if (!missing.contains(*seen.walk)) continue;
    ++gain;
    if (count) missing.erase(*seen.walk);
  }
  return gain;
}

std::vector<LevelPair> PairCover::MissingOf(std::string_view kernel) const {
  const auto& cells = held_[NumberOf(kernel)];
  std::vector<LevelPair> missing;
  for (std::size_t place = 0; place < cells.size(); ++place) {
    if (cells[place] && !cells[place]->is_enough) {
      missing.push_back(PairAt(place));
    }
  }
  return missing;
}

std::size_t PairCover::PossibleOf(std::string_view kernel) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(held_[NumberOf(kernel)],
                            [](const auto& cell) { return cell.has_value(); }));
}

}  // namespace viewproof
