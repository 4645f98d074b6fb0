#include "conformance/laws/enumeration.h"

#include <utility>

#include "conformance/laws/explained.h"
#include "conformance/subjects/reference.h"

namespace viewproof {

Enumeration::Enumeration(const Universe& universe, Subject& witness,
                         bool explained)
    : universe_(universe),
      explained_(explained),
      reference_(MakeReference()),
      witness_(witness),
      witnesses_(*reference_, witness) {}

std::optional<Disagreement> Enumeration::Compare(int64_t number) {
  Cut cut{universe_.At(number), nullptr};
  reference_->Run(cut.test, first_);
  if (explained_) {
    cut = CutAtExplained(cut.test, first_);
    if (cut.explained != nullptr) reference_->Run(cut.test, first_);
  }
  witness_.Run(cut.test, second_);
  const int64_t abstained = witnesses_.abstained();
  std::vector<Difference> differences =
      witnesses_.Compare(cut.test, first_, second_);
  const std::size_t found = differences.size();
  std::erase_if(differences,
                [&cut](const Difference& d) { return IsExplained(cut, d); });
  if (!differences.empty()) {
    return Disagreement{number, std::move(cut.test), std::move(differences)};
  }
  const bool refused = !first_.steps.empty() &&
                       std::holds_alternative<ErrorReply>(first_.steps.back());
  ++counts_.cases;
  counts_.refused += refused ? 1 : 0;
  if (found > 0) ++counts_.explained[cut.explained->reason];
  counts_.abstained += witnesses_.abstained() - abstained;
  counts_.too_large += first_.too_large ? 1 : 0;
  return std::nullopt;
}

std::optional<Disagreement> Enumeration::First(int64_t from, int64_t to) {
  for (int64_t number = from; number < to; ++number) {
    if (auto found = Compare(number)) return found;
  }
  return std::nullopt;
}

}  // namespace viewproof
