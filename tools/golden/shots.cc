#include "tools/golden/shots.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <stdexcept>
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

// Whether the effect can show in the kernel: those of views cannot in an index
// that copies, and the reverse.
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

Shooter::Shooter()
    : reference_(MakeReference()),
      comparator_(reference_->hello(), Facets::All()) {
  for (const Mutant& effect : Effects()) {
    mutants_.push_back(std::make_unique<MaskedMutant>(effect));
  }
}

std::optional<Vector> Shooter::VectorOf(Case test) {
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

std::vector<Shot> Shooter::Shoot(const Vector& vector, const Wanted& wanted) {
  // The reference's own answer: a vector leaves out what is unspecified.
  reference_->Run(vector.test, reply_);
  const std::vector<StepFacts> facts = FactsOf(vector.test, reply_);
  std::map<std::size_t, uint32_t> steps;  // By kernel.
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
  std::vector<Shot> shots;
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
      Shot shot{.kernel = kernel, .conditions = conditions};
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

void Shooter::Run(const Vector& vector, uint32_t steps, uint64_t effects,
                  Shot& shot) {
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

}  // namespace viewproof
