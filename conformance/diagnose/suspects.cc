#include "conformance/diagnose/suspects.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <variant>

#include "conformance/case/ops.h"
#include "conformance/subjects/reference.h"

namespace viewproof {

const std::vector<const Mutant*>& KnownBugs() {
  static const std::vector<const Mutant*> bugs = [] {
    std::vector<const Mutant*> all;
    for (const Mutant& mutant : Mutants()) {
      if (std::ranges::find(Effects(), mutant.name, &Mutant::name) ==
          Effects().end()) {
        all.push_back(&mutant);
      }
    }
    for (const Mutant& mutant : AxisMutants()) all.push_back(&mutant);
    for (const Mutant& effect : Effects()) all.push_back(&effect);
    return all;
  }();
  return bugs;
}

std::vector<std::string> KernelsIn(const Step& step) {
  std::vector<std::string> kernels = {KernelOf(step)};
  if (kernels[0] != step.op->name) kernels.emplace_back(step.op->name);
  return kernels;
}

Suspects::Suspects() : reference_(MakeReference()) {
  assert(Conditions().size() < kAlways);
  for (const Mutant* bug : KnownBugs()) {
    bugs_.push_back(std::make_unique<MaskedMutant>(*bug));
  }
}

std::vector<StepsOf> Suspects::Find(const Case& test) {
  Reply reply;
  reference_->Run(test, reply);
  const std::vector<StepFacts> facts = FactsOf(test, reply);
  std::map<std::string, uint32_t> all;  // Steps by kernel.
  std::vector<ConditionSet> holds(facts.size());
  std::vector<StepsOf> found;
  uint32_t refused = 0;
  for (std::size_t k = 0; k < facts.size() && k < 32; ++k) {
    const Step& step = *facts[k].step;
    if (Observes(*step.op) ||
        std::holds_alternative<UnobservedStep>(reply.steps[k])) {
      continue;
    }
    for (const std::string& kernel : KernelsIn(step)) {
      all[kernel] |= uint32_t{1} << k;
    }
    holds[k] = HoldingIn(facts[k]);
    if (std::holds_alternative<ErrorReply>(reply.steps[k])) {
      refused |= uint32_t{1} << k;
    }
  }
  for (const auto& [kernel, steps] : all) {
    std::map<uint32_t, ConditionSet> by_steps;
    by_steps[steps][kAlways] = true;
    ConditionSet any;
    const Op* op = nullptr;
    for (std::size_t k = 0; k < facts.size(); ++k) {
      if ((steps >> k & 1U) == 0) continue;
      any |= holds[k];
      op = facts[k].step->op;
    }
    for (std::size_t c = 0; c < Conditions().size(); ++c) {
      if (!any[c]) continue;
      uint32_t where = 0;
      for (std::size_t k = 0; k < facts.size() && k < 32; ++k) {
        if ((steps >> k & 1U) != 0 && holds[k][c]) where |= uint32_t{1} << k;
      }
      by_steps[where][c] = true;
    }
    for (const auto& [where, conditions] : by_steps) {
      found.push_back({kernel, op, where, conditions, (where & ~refused) == 0});
    }
  }
  return found;
}

bool Suspects::CanShow(std::size_t bug, const StepsOf& of) {
  const Mutant& mutant = *KnownBugs()[bug];
  return IsTouched(*of.op, mutant) && !IsEquivalent(*of.op, mutant);
}

bool Suspects::Run(std::size_t bug, const StepsOf& of, const Case& test,
                   Reply& reply) {
  return bugs_[bug]->Run(test, of.steps, reply);
}

}  // namespace viewproof
