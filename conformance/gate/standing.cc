#include "conformance/gate/standing.h"

#include <algorithm>

namespace viewproof {
namespace {

bool IsDemanded(const Gate& gate, const Record& record) {
  return std::find(gate.profiles.begin(), gate.profiles.end(),
                   record.profile) != gate.profiles.end();
}

bool NamesWaived(const KnownLine& line, const Record& record) {
  const std::vector<Facet>& facets = line.failure.facets;
  return std::any_of(facets.begin(), facets.end(),
                     [&record](Facet facet) { return Waives(record, facet); });
}

}  // namespace

Standings::Standings(const Gate* gate, const Hello& hello)
    : gate_(gate),
      demanded_(gate == nullptr ? hello.facets : gate->Demanded(hello)) {
  if (gate == nullptr) return;
  met_.resize(gate->lines.size(), Met::kNo);
  for (std::size_t k = 0; k < gate->lines.size(); ++k) {
    by_case_.emplace(std::pair(gate->lines[k].id, gate->lines[k].dtype), k);
  }
}

Standings::Standings(const Gate& gate)
    : Standings(&gate, gate.subject.value_or(Hello{})) {
  if (!gate.subject) demanded_ = gate.facets.value_or(Facets::All());
}

const KnownLine* Standings::Find(const std::string& id, DType dtype) const {
  if (by_case_.empty()) return nullptr;
  const auto found = by_case_.find({id, dtype});
  return found == by_case_.end() ? nullptr : &gate_->lines[found->second];
}

std::optional<int64_t> Standings::KnownDeath(const std::string& id,
                                             DType dtype) const {
  const KnownLine* line = Find(id, dtype);
  if (line == nullptr || (line->failure.verdict != Verdict::kCrash &&
                          line->failure.verdict != Verdict::kTimeout)) {
    return std::nullopt;
  }
  return line->failure.step;
}

Standing Standings::Peek(const Record& record) const {
  if (record.verdict == Verdict::kSkip) return Standing::kSkipped;
  if (record.verdict == Verdict::kPass) return Standing::kPassed;
  const std::optional<Failure> failure = Reduce(record, demanded_);
  if (!failure || (gate_ != nullptr && !IsDemanded(*gate_, record))) {
    return Standing::kNotDemanded;
  }
  const KnownLine* line = Find(record.id, record.dtype);
  return line != nullptr && line->failure == *failure && !record.order
             ? Standing::kKnownFailure
             : Standing::kNewFailure;
}

Standing Standings::Judge(const Record& record) {
  const Standing standing = Peek(record);
  if (const KnownLine* line = Find(record.id, record.dtype)) {
    if (NamesWaived(*line, record)) {
      ++waived_;
      return standing;
    }
    const auto k = static_cast<std::size_t>(line - gate_->lines.data());
    if (standing == Standing::kKnownFailure) met_[k] = Met::kExactly;
    if (standing == Standing::kNewFailure) met_[k] = Met::kOtherwise;
  }
  return standing;
}

std::vector<const KnownLine*> Standings::Mended() const {
  std::vector<const KnownLine*> mended;
  for (std::size_t k = 0; k < met_.size(); ++k) {
    if (met_[k] == Met::kNo) mended.push_back(&gate_->lines[k]);
  }
  return mended;
}

std::vector<KnownLine> Standings::Remaining() const {
  std::vector<KnownLine> remaining;
  for (std::size_t k = 0; k < met_.size(); ++k) {
    if (met_[k] != Met::kNo) remaining.push_back(gate_->lines[k]);
  }
  return remaining;
}

}  // namespace viewproof
