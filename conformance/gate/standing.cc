#include "conformance/gate/standing.h"

#include <algorithm>

namespace viewproof {
namespace {

bool IsDemanded(const Gate& gate, Profile profile) {
  return std::ranges::find(gate.profiles, profile) != gate.profiles.end();
}

bool NamesWaived(const KnownCase& known, const Record& record) {
  return std::ranges::any_of(known.failure.facets, [&record](Facet facet) {
    return Waives(record, facet);
  });
}

}  // namespace

Standings::Standings(const Gate* gate, const Hello& hello)
    : gate_(gate),
      demanded_(gate == nullptr ? hello.facets : gate->Demanded(hello)) {
  if (gate == nullptr) return;
  states_.resize(gate->cases.size());
  for (std::size_t k = 0; k < gate->cases.size(); ++k) {
    if (gate->cases[k].failure.verdict == Verdict::kSkip) {
      states_[k].why.reset();
      continue;
    }
    by_case_.emplace(std::pair(gate->cases[k].id, gate->cases[k].dtype), k);
  }
}

Standings::Standings(const Gate& gate)
    : Standings(&gate, gate.subject.value_or(Hello{})) {
  if (gate.subject) return;
  Hello hello;
  hello.facets = Facets::All();
  demanded_ = gate.Demanded(hello);
}

std::optional<std::size_t> Standings::Find(const std::string& id,
                                           DType dtype) const {
  if (by_case_.empty()) return std::nullopt;
  const auto found = by_case_.find({id, dtype});
  if (found == by_case_.end()) return std::nullopt;
  return found->second;
}

std::optional<int64_t> Standings::KnownDeath(const std::string& id,
                                             DType dtype) const {
  const std::optional<std::size_t> known = Find(id, dtype);
  if (!known) return std::nullopt;
  const Failure& failure = gate_->cases[*known].failure;
  if (!IsDeath(failure.verdict)) return std::nullopt;
  return failure.step;
}

Standing Standings::Peek(const Record& record) const {
  if (record.verdict == Verdict::kSkip) return Standing::kSkipped;
  if (record.verdict == Verdict::kPass) return Standing::kPassed;
  const std::optional<Failure> failure = Reduce(record, demanded_);
  if (gate_ == nullptr && record.known) return Standing::kKnownFailure;
  if (!failure || (gate_ != nullptr && !IsDemanded(*gate_, record.profile))) {
    return Standing::kNotDemanded;
  }
  const KnownCase* known = CaseOf(record);
  return known != nullptr && !record.order && IsKnown(*known, *failure, record)
             ? Standing::kKnownFailure
             : Standing::kNewFailure;
}

bool Standings::IsKnown(const KnownCase& known, const Failure& failure,
                        const Record& record) const {
  if (known.failure == failure) {
    if (known.answer.empty()) return true;
    const std::string answer = AnswerOf(record, demanded_);
    return answer.empty() || answer == known.answer;  // Empty: not told.
  }
  const auto entry = FindEntry(*gate_, known.failure, known.answer);
  return IsDeath(failure.verdict) && entry &&
         (gate_->entries[*entry].dies || gate_->entries[*entry].or_dies);
}

const KnownCase* Standings::CaseOf(const Record& record) const {
  const std::optional<std::size_t> known = Find(record.id, record.dtype);
  return known ? &gate_->cases[*known] : nullptr;
}

int64_t Standings::EntryOf(const Record& record, Standing standing) const {
  if (standing != Standing::kKnownFailure) return 0;
  const KnownCase* known = CaseOf(record);
  if (known == nullptr) return 0;
  const auto entry = FindEntry(*gate_, known->failure, known->answer);
  return entry ? static_cast<int64_t>(*entry) + 1 : 0;
}

std::optional<Unmet> Standings::WhyUnmet(const KnownCase& known,
                                         const Record& record,
                                         Standing standing) const {
  if (!IsDemanded(*gate_, record.profile)) return Unmet::kNotDemanded;
  if (NamesWaived(known, record)) return Unmet::kWaived;
  switch (standing) {
    case Standing::kPassed:
      return Unmet::kPasses;
    case Standing::kNotDemanded:
      return Unmet::kNoFacet;
    case Standing::kSkipped:
      return Unmet::kSkipped;
    case Standing::kNewFailure:
    case Standing::kKnownFailure:
      break;
  }
  return std::nullopt;
}

Standing Standings::Judge(const Record& record) {
  const Standing standing = Peek(record);
  if (const auto k = Find(record.id, record.dtype)) {
    states_[*k] = {WhyUnmet(gate_->cases[*k], record, standing),
                   record.profile};
  }
  return standing;
}

void Standings::Note(const Vector& vector) {
  const std::string& id = vector.test.id;
  for (auto at = by_case_.lower_bound({id, DType()});
       at != by_case_.end() && at->first.first == id; ++at) {
    State& state = states_[at->second];
    if (state.why != Unmet::kNoCase) continue;
    state = {IsDemanded(*gate_, vector.profile) ? Unmet::kNotRun
                                                : Unmet::kNotDemanded,
             vector.profile};
  }
}

std::vector<UnmetCase> Standings::unmet() const {
  std::vector<UnmetCase> unmet;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    const auto& [why, profile] = states_[k];
    if (why) unmet.push_back({&gate_->cases[k], *why, profile});
  }
  return unmet;
}

}  // namespace viewproof
