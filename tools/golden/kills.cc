#include "tools/golden/kills.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "conformance/case/bad_input.h"
#include "conformance/judge/worlds.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/step_facts.h"
#include "tools/golden/vacuous.h"

namespace viewproof {

namespace {

const Facets kTelling = {Facet::kShape, Facet::kValues, Facet::kStrides,
                         Facet::kAlias};

bool MovesElements(const Op& op, std::string_view kernel) {
  switch (op.kind) {
    case OpKind::kEither:
    case OpKind::kSelfOrCopy:
    case OpKind::kCopy:
    case OpKind::kWrite:
      return true;
    case OpKind::kByIndex:
      return !kernel.ends_with(" basic");
    case OpKind::kView:
    case OpKind::kQuery:
    case OpKind::kObserve:
    case OpKind::kForget:
    case OpKind::kNew:
      return false;
  }
  return false;
}

// Returns whether the effect can show in the kernel: those of views cannot in
// an index that copies, and the reverse.
bool CanShow(const Op& op, std::string_view kernel, const Mutant& effect) {
  if (!IsTouched(op, effect) || IsEquivalent(op, effect)) return false;
  if (op.kind != OpKind::kByIndex) return true;
  const bool of_copies = effect.touches == Touches::kCopies;
  const bool of_views = effect.touches == Touches::kViews ||
                        effect.touches == Touches::kPureViews;
  if (kernel.ends_with(" basic")) return !of_copies;
  return !of_views && effect.name != "bits_forgotten";  // A copy has none.
}

Kernel KernelNamed(const Op& op, std::string name) {
  Kernel kernel{.name = std::move(name), .op = &op};
  const std::vector<Mutant>& effects = Effects();
  for (std::size_t e = 0; e < effects.size(); ++e) {
    if (CanShow(op, kernel.name, effects[e])) {
      kernel.effects |= uint64_t{1} << e;
    }
  }
  kernel.due.resize(effects.size());
  kernel.needs_two = MovesElements(op, kernel.name);
  const std::vector<Condition>& conditions = Conditions();
  for (std::size_t c = 0; c < conditions.size(); ++c) {
    if (!conditions[c].can_hold(op, kernel.name) ||
        !(conditions[c].of_headers || kernel.needs_two)) {
      continue;
    }
    for (std::size_t e = 0; e < effects.size(); ++e) {
      if ((kernel.effects >> e & 1U) == 0 ||
          !IsAskedFor(effects[e], conditions[c]) ||
          IsVacuous(op, effects[e], conditions[c])) {
        continue;
      }
      kernel.due[e][c] = true;
      kernel.any_due[c] = true;
    }
  }
  return kernel;
}

}  // namespace

const std::vector<Kernel>& Kernels() {
  static const std::vector<Kernel> kernels = [] {
    assert(Effects().size() <= 64);
    std::vector<Kernel> all;
    for (const Op& op : Ops()) {
      if (Observes(op)) continue;
      for (std::string& name : KernelsOf(op)) {
        all.push_back(KernelNamed(op, std::move(name)));
      }
    }
    std::sort(all.begin(), all.end(),
              [](const Kernel& a, const Kernel& b) { return a.name < b.name; });
    return all;
  }();
  return kernels;
}

std::size_t KernelNumber(const std::string& name) {
  const auto found =
      std::lower_bound(Kernels().begin(), Kernels().end(), name,
                       [](const Kernel& kernel, const std::string& wanted) {
                         return kernel.name < wanted;
                       });
  if (found == Kernels().end() || found->name != name) {
    throw std::out_of_range("no kernel " + name);
  }
  return found - Kernels().begin();
}

KillTester::KillTester()
    : reference_(MakeReference()),
      comparator_(reference_->hello(), Facets::All()) {
  for (const Mutant& effect : Effects()) {
    mutants_.push_back(std::make_unique<MaskedMutant>(effect));
  }
}

std::optional<Vector> KillTester::VectorOf(Case test) {
  Reply reply;
  reference_->Run(test, reply);
  if (reply.unsupported || reply.too_large ||
      reply.steps.size() != test.chain.size()) {
    return std::nullopt;
  }
  Vector vector;
  vector.test = std::move(test);
  vector.expect = std::move(reply.steps);
  try {
    vector.alternative = OtherWorld(vector);
  } catch (const BadInput&) {
    return std::nullopt;
  }
  return vector;
}

std::vector<KillAttempt> KillTester::Shoot(const Vector& vector,
                                           const Wanted& wanted) {
  // The reference's own answer: a vector leaves out what is unspecified.
  reference_->Run(vector.test, reply_);
  const std::vector<StepFacts> facts = FactsOf(vector.test, reply_);
  std::map<std::size_t, uint32_t> steps;  // It is keyed by kernel.
  std::vector<ConditionSet> holds(facts.size());
  uint32_t refused = 0;
  for (std::size_t k = 0; k < facts.size(); ++k) {
    if (Observes(*facts[k].step->op) ||
        std::holds_alternative<UnobservedStep>(reply_.steps[k])) {
      continue;
    }
    steps[KernelNumber(KernelOf(*facts[k].step))] |= uint32_t{1} << k;
    holds[k] = HoldingIn(facts[k]);
    if (std::holds_alternative<ErrorReply>(reply_.steps[k])) {
      refused |= uint32_t{1} << k;
    }
  }
  std::vector<KillAttempt> shots;
  for (const auto& [kernel, of_kernel] : steps) {
    std::map<uint32_t, ConditionSet> by_steps;
    const ConditionSet& due = Kernels()[kernel].any_due;
    for (std::size_t c = 0; c < Conditions().size(); ++c) {
      if (!due[c]) continue;
      uint32_t where = 0;
      for (std::size_t k = 0; k < facts.size(); ++k) {
        if ((of_kernel >> k & 1U) != 0 && holds[k][c]) where |= 1U << k;
      }
      if (where != 0) by_steps[where][c] = true;
    }
    for (const auto& [where, conditions] : by_steps) {
      KillAttempt shot{.kernel = kernel, .conditions = conditions};
      shot.refused = (where & ~refused) == 0;
      const uint64_t effects =
          wanted(kernel, conditions) & Kernels()[kernel].effects;
      if (effects == 0) continue;
      Run(vector, where, effects, shot);
      shots.push_back(shot);
    }
  }
  return shots;
}

void KillTester::Run(const Vector& vector, uint32_t steps, uint64_t effects,
                     KillAttempt& shot) {
  shot.ran = effects;
  for (std::size_t e = 0; e < mutants_.size(); ++e) {
    const uint64_t bit = uint64_t{1} << e;
    if ((effects & bit) == 0) continue;
    mutants_[e]->Run(vector.test, steps, reply_);
    comparator_.Compare(vector, reply_, judgement_);
    if (std::any_of(
            judgement_.differences.begin(), judgement_.differences.end(),
            [](const Difference& d) { return kTelling.Contains(d.facet); })) {
      shot.killed |= bit;
      shot.differed |= bit;
    } else if (reply_.too_large || reply_.steps != vector.expect) {
      shot.differed |= bit;
    }
  }
}

namespace {

uint32_t HashOf(const std::string& why) {
  return static_cast<uint32_t>(std::hash<std::string>()(why));
}

// Returns where the family is counted; null: nowhere.
Kills::Family* FamilyOf(Kills& kills, uint32_t why) {
  for (Kills::Family& family : kills.families) {
    if (family.vectors > 0 && family.why == why) return &family;
  }
  return nullptr;
}

// The same, or where it can be counted.
Kills::Family* PlaceOf(Kills& kills, uint32_t why) {
  if (auto* family = FamilyOf(kills, why)) return family;
  for (Kills::Family& family : kills.families) {
    if (family.vectors == 0) return &family;
  }
  return nullptr;  // Three others are.
}

template <typename See>
void ForEach(const ConditionSet& conditions, See see) {
  for (std::size_t c = conditions._Find_first(); c < conditions.size();
       c = conditions._Find_next(c)) {
    see(c);
  }
}

}  // namespace

bool Kills::two_families() const {
  uint32_t counted = 0;
  int found = 0;
  for (const Family& family : families) {
    counted += family.vectors;
    found += family.vectors > 0 ? 1 : 0;
  }
  return found >= 2 || (found == 1 && vectors > counted);
}

void ForEachDue(const std::function<void(const Bug&)>& see) {
  const std::size_t conditions = Conditions().size();
  for (std::size_t k = 0; k < Kernels().size(); ++k) {
    const Kernel& kernel = Kernels()[k];
    for (std::size_t e = 0; e < Effects().size(); ++e) {
      if ((kernel.effects >> e & 1U) == 0) continue;
      for (std::size_t c = 0; c < conditions; ++c) {
        if (kernel.due[e][c]) see({k, e, c});
      }
    }
  }
}

KillTable::KillTable() {
  const std::size_t conditions = Conditions().size();
  for (const Kernel& kernel : Kernels()) {
    auto& rows = kills_.emplace_back(Effects().size());
    for (std::size_t e = 0; e < rows.size(); ++e) {
      if ((kernel.effects >> e & 1U) != 0) rows[e].resize(conditions);
    }
  }
}

template <typename See>
void KillTable::ForEachKilled(const std::vector<KillAttempt>& shots, See see) {
  for (const KillAttempt& shot : shots) {
    for (std::size_t e = 0; e < Effects().size(); ++e) {
      if ((shot.killed >> e & 1U) == 0) continue;
      ForEach(shot.conditions, [&](std::size_t c) {
        see(Bug{shot.kernel, e, c}, kills_[shot.kernel][e][c]);
      });
    }
  }
}

std::vector<KillAttempt> KillTable::Add(const Vector& vector) {
  const uint32_t why = HashOf(vector.why);
  const auto all = [](std::size_t, const ConditionSet&) {
    return ~uint64_t{0};
  };
  std::vector<KillAttempt> shots = shooter_.Shoot(vector, all);
  for (const KillAttempt& shot : shots) {
    for (std::vector<Kills>& row : kills_[shot.kernel]) {
      if (row.empty()) continue;
      ForEach(shot.conditions, [&](std::size_t c) { ++row[c].fired; });
    }
  }
  ForEachKilled(shots, [&](const Bug&, Kills& kills) {
    ++kills.vectors;
    if (auto* family = PlaceOf(kills, why)) {
      family->why = why;
      ++family->vectors;
    }
  });
  return shots;
}

bool KillTable::CanSpare(const Vector& vector,
                         const std::vector<KillAttempt>& shots) {
  const uint32_t why = HashOf(vector.why);
  bool can = true;
  ForEachKilled(shots, [&](const Bug& bug, Kills& kills) {
    if (!can) return;
    const int missing = Missing(bug);
    Kills::Family* family = FamilyOf(kills, why);
    --kills.vectors;
    if (family != nullptr) --family->vectors;
    can = Missing(bug) == missing;
    ++kills.vectors;
    if (family != nullptr) ++family->vectors;
  });
  return can;
}

void KillTable::Remove(const Vector& vector,
                       const std::vector<KillAttempt>& shots) {
  const uint32_t why = HashOf(vector.why);
  ForEachKilled(shots, [&](const Bug&, Kills& kills) {
    --kills.vectors;
    if (auto* family = FamilyOf(kills, why)) --family->vectors;
  });
}

const Kills& KillTable::At(const Bug& bug) const {
  return kills_.at(bug.kernel).at(bug.effect).at(bug.condition);
}

int KillTable::Missing(const Bug& bug) const {
  const Kills& kills = At(bug);
  if (!Kernels()[bug.kernel].needs_two || !Conditions()[bug.condition].twice())
    return kills.vectors > 0 ? 0 : 1;
  return kills.two_families() ? 0 : kills.vectors > 0 ? 1 : 2;
}

bool KillTable::IsKilled(const Bug& bug) const { return Missing(bug) == 0; }

}  // namespace viewproof
