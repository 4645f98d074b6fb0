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

std::size_t EntryOf(const Failure& failure, const std::string& reason,
                    const std::string& link, Gate& gate) {
  const auto found =
      std::ranges::find_if(gate.entries, [&failure](const KnownFailure& entry) {
        return Matches(entry, failure);
      });
  const auto k = static_cast<std::size_t>(found - gate.entries.begin());
  if (found != gate.entries.end()) return k;
  gate.entries.push_back({.op = failure.op,
                          .facets = failure.facets,
                          .difference = failure.difference,
                          .verdict = failure.verdict,
                          .reason = reason,
                          .link = link});
  return k;
}

std::string_view FaultOfReason(std::string_view reason) {
  if (Trimmed(reason).empty()) return "is empty";
  std::string text(reason);
  std::ranges::replace(text, '\t', ' ');
  return Escaped(text, Newlines::kKept) == text
             ? ""
             : "has control characters, or bytes that are no UTF-8";
}

int64_t LinesOf(const KnownFailure& entry,
                const std::vector<KnownLine>& lines) {
  return std::ranges::count_if(lines, [&entry](const KnownLine& line) {
    return Matches(entry, line.failure);
  });
}

}  // namespace viewproof
