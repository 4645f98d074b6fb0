#include "conformance/gate/gate.h"

#include <algorithm>
#include <string_view>

#include "conformance/case/escape.h"
#include "conformance/case/strings.h"

namespace viewproof {

bool Matches(const KnownFailure& entry, const Failure& failure) {
  if (entry.dies) return entry.op == failure.op && IsDeath(failure.verdict);
  return entry.op == failure.op && entry.facets == failure.facets &&
         entry.difference == failure.difference &&
         entry.verdict == failure.verdict;
}

bool AreAlike(const KnownFailure& a, const KnownFailure& b) {
  if (a.op != b.op || a.when != b.when || a.after != b.after ||
      a.answer != b.answer) {
    return false;
  }
  if (a.dies && IsDeath(b.verdict)) return true;
  if (b.dies && IsDeath(a.verdict)) return true;
  return a.facets == b.facets && a.difference == b.difference &&
         a.verdict == b.verdict;
}

std::optional<std::size_t> FindEntry(const Gate& gate, const Failure& failure,
                                     const std::string& answer) {
  std::optional<std::size_t> first;
  for (std::size_t k = 0; k < gate.entries.size(); ++k) {
    const KnownFailure& entry = gate.entries[k];
    if (!Matches(entry, failure)) continue;
    if (!entry.answer.empty() && !answer.empty() && entry.answer != answer) {
      continue;
    }
    if (!IsOfDrawn(entry)) return k;
    if (!first) first = k;
  }
  return first;
}

std::size_t EntryFor(const KnownCase& known, const std::string& reason,
                     const std::string& link, Gate& gate,
                     const std::string& since) {
  const auto found = FindEntry(gate, known.failure, known.answer);
  if (found && !IsOfDrawn(gate.entries[*found])) return *found;
  gate.entries.push_back({.op = known.failure.op,
                          .facets = known.failure.facets,
                          .difference = known.failure.difference,
                          .verdict = known.failure.verdict,
                          .dies = false,
                          .or_dies = false,
                          .answer = {},
                          .when = {},
                          .after = {},
                          .reason = reason,
                          .link = link,
                          .since = since});
  return gate.entries.size() - 1;
}

std::vector<std::size_t> EntriesWithoutCases(const Gate& gate) {
  std::vector<bool> has(gate.entries.size());
  const auto note = [&](const Failure& failure, const std::string& answer) {
    if (const auto entry = FindEntry(gate, failure, answer)) has[*entry] = true;
  };
  for (const KnownCase& known : gate.cases) note(known.failure, known.answer);
  for (std::size_t k = 0; k < has.size(); ++k) {
    has[k] = has[k] || std::ranges::any_of(gate.drawn, [&](const auto& known) {
               return Matches(gate.entries[k], known.failure);
             });
  }
  std::vector<std::size_t> without;
  for (std::size_t k = 0; k < has.size(); ++k) {
    if (!has[k]) without.push_back(k);
  }
  return without;
}

std::string_view FaultOfReason(std::string_view reason) {
  if (Trimmed(reason).empty()) return "is empty";
  std::string text(reason);
  std::ranges::replace(text, '\t', ' ');
  return Escaped(text, Newlines::kKept) == text
             ? ""
             : "has control characters, or bytes that are no UTF-8";
}

}  // namespace viewproof
