#include "conformance/gate/accepted_finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "conformance/case/kernel.h"
#include "conformance/case/padding.h"
#include "conformance/gate/gate_fields.h"
#include "conformance/gate/lock.h"

namespace viewproof {
namespace {

// An op by its name, or a word that a finding has in its place.
struct BlamedOp {
  void Read(json::od::value value, std::string_view field,
            std::string& into) const {
    into = json::String(value, field);
    if (into.starts_with(kCallPrefix)) {
      json::Refuse(
          field, fmt::format("{} calls a kernel: accept what `check` shows of "
                             "it, and drawn calls are known, too",
                             into));
    }
    if (into != kEveryOp && into != "base") {
      json::OpName().Read(value, field, into);
    }
  }
};

constexpr auto kFinding = json::Describe<AcceptedFinding>(
    json::Needed("op", &AcceptedFinding::entry, &KnownFailure::op, BlamedOp()),
    json::Needed("difference", &AcceptedFinding::entry,
                 &KnownFailure::difference, json::DifferenceOrNone()),
    json::Needed("verdict", &AcceptedFinding::entry, &KnownFailure::verdict),
    json::Needed("facets", &AcceptedFinding::entry, &KnownFailure::facets),
    json::Needed("when", &AcceptedFinding::entry, &KnownFailure::when,
                 gate_fields::FeatureWords()),
    json::Optional("after", &AcceptedFinding::entry, &KnownFailure::after,
                   gate_fields::OpList()),
    json::Needed("reason", &AcceptedFinding::entry, &KnownFailure::reason),
    json::Optional("link", &AcceptedFinding::entry, &KnownFailure::link),
    json::Needed("base", &AcceptedFinding::drawn, &DrawnCase::base,
                 json::AnyJson()),
    json::Needed("chain", &AcceptedFinding::drawn, &DrawnCase::chain,
                 json::AnyJson()));

}  // namespace

AcceptedFinding ReadAcceptedFinding(std::string_view line) {
  AcceptedFinding finding;
  kFinding.ReadLine(PaddedText(line).view(), finding);
  auto& [entry, drawn] = finding;
  CaseOf(drawn);
  if (entry.verdict == Verdict::kPass || entry.verdict == Verdict::kSkip) {
    json::Refuse("verdict", "no failure has it");
  }
  const std::string_view fault = FaultOfReason(entry.reason);
  if (!fault.empty()) json::Refuse("reason", fault);
  drawn.failure = {.verdict = entry.verdict,
                   .facets = entry.facets,
                   .difference = entry.difference,
                   .op = entry.op};
  return finding;
}

bool HasEntryLike(const std::vector<KnownFailure>& entries,
                  const KnownFailure& entry) {
  return std::ranges::any_of(entries, [&entry](const KnownFailure& other) {
    return AreAlike(other, entry);
  });
}

}  // namespace viewproof
