#include "tools/golden/kills.h"

#include <algorithm>
#include <functional>
#include <variant>

#include "conformance/subjects/reference.h"
#include "conformance/subjects/step_facts.h"

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

}  // namespace

KillTable::KillTable()
    : reference_(MakeReference()),
      comparator_(reference_->hello(), Facets::All()) {
  for (const Mutant& mutant : Effects()) {
    masked_.push_back(std::make_unique<MaskedMutant>(mutant));
  }
  for (const Op& op : Ops()) {
    for (const std::string& kernel : KernelsOf(op)) {
      for (const Mutant& mutant : Effects()) {
        if (!IsTouched(op, mutant) || IsEquivalent(op, mutant)) continue;
        kernels_[kernel].push_back(
            {&op, &mutant, std::vector<Kills>(Conditions().size())});
      }
    }
  }
}

bool KillTable::IsDue(const Op& op, std::string_view kernel,
                      const Condition& condition) {
  return condition.can_hold(op, kernel) &&
         (condition.of_headers || MovesElements(op, kernel));
}

bool KillTable::IsKilled(const Op& op, const Kills& kills) {
  const bool makes_headers = op.kind == OpKind::kView ||
                             op.kind == OpKind::kQuery ||
                             op.kind == OpKind::kForget;
  return makes_headers ? kills.vectors > 0 : kills.two_families;
}

void KillTable::Add(const Vector& vector) {
  reference_->Run(vector.test, reply_);
  const std::vector<StepFacts> facts = FactsOf(vector.test, reply_);
  std::vector<uint32_t> holds(Conditions().size(), 0);
  std::map<std::string, uint32_t> kernels;
  for (std::size_t k = 0; k < facts.size(); ++k) {
    if (Observes(*facts[k].step->op) ||
        facts[k].step->op->kind == OpKind::kNew ||
        std::holds_alternative<Unobserved>(reply_.steps[k])) {
      continue;
    }
    kernels[KernelOf(*facts[k].step)] |= uint32_t{1} << k;
    for (std::size_t c = 0; c < holds.size(); ++c) {
      if (Conditions()[c].holds(facts[k])) holds[c] |= uint32_t{1} << k;
    }
  }
  for (const auto& [kernel, steps] : kernels) {
    for (KillRow& row : kernels_.at(kernel)) {
      AddRow(vector, kernel, steps, holds, row);
    }
  }
}

void KillTable::AddRow(const Vector& vector, std::string_view kernel,
                       uint32_t steps, const std::vector<uint32_t>& holds,
                       KillRow& row) {
  const uint64_t family = std::hash<std::string>()(vector.why);
  MaskedMutant& mutant = *masked_[row.mutant - Effects().data()];
  std::map<uint32_t, bool> killed;  // By the steps that have the bug.
  for (std::size_t c = 0; c < holds.size(); ++c) {
    const uint32_t wrong = holds[c] & steps;
    if (wrong == 0 || !IsDue(*row.op, kernel, Conditions()[c])) continue;
    auto found = killed.find(wrong);
    if (found == killed.end()) {
      mutant.Run(vector.test, wrong, reply_);
      comparator_.Compare(vector, reply_, judgement_);
      const bool differs = std::any_of(
          judgement_.differences.begin(), judgement_.differences.end(),
          [](const Difference& d) { return kTelling.Contains(d.facet); });
      found = killed.emplace(wrong, differs).first;
    }
    Kills& kills = row.by_condition[c];
    ++kills.fired;
    if (!found->second) continue;
    if (kills.vectors++ == 0) kills.family = family;
    kills.two_families |= kills.family != family;
  }
}

}  // namespace viewproof
