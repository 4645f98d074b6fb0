#include "tools/golden/curate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/digests.h"
#include "conformance/judge/worlds.h"
#include "tools/golden/check.h"
#include "tools/golden/check_case.h"
#include "tools/golden/computed_flags.h"
#include "tools/golden/requires.h"

namespace viewproof {
namespace {

constexpr std::string_view kOracleDiffers = "OracleDiffers";

void CheckPrediction(const Entry& entry, const std::vector<Outcome>& expect) {
  for (std::size_t k = 0; k < expect.size(); ++k) {
    const std::string_view word = WordFor(expect[k]);
    const bool silent =
        entry.outcome[k] == "ok" && std::holds_alternative<bool>(expect[k]);
    if (word == entry.outcome[k] || silent) continue;
    throw BadInput(fmt::format("outcome: step {} was predicted {} and is {}",
                               k + 1, entry.outcome[k], word));
  }
  if (entry.error_rule.empty()) return;
  const std::string& rule = std::get<ErrorReply>(expect.back()).rule;
  if (rule != entry.error_rule) {
    throw BadInput(fmt::format("faults: {} was predicted and {} is broken",
                               entry.error_rule, rule));
  }
}

// Throws BadInput if one fault of a pair does not break its rule alone.
void CheckFaults(const Entry& entry, Subject& reference) {
  Reply reply;
  for (const LoneFault& fault : entry.faults) {
    reference.Run(fault.test, reply);
    const auto* error = reply.steps.empty()
                            ? nullptr
                            : std::get_if<ErrorReply>(&reply.steps.back());
    if (error != nullptr && error->rule == fault.rule) continue;
    throw BadInput(fmt::format("faults: alone, {} is not broken by {}",
                               fault.rule, Text(fault.test)));
  }
}

void AddErrorRules(const std::vector<Outcome>& outcomes,
                   std::vector<std::string>& rules) {
  for (const Outcome& outcome : outcomes) {
    const auto* error = std::get_if<ErrorReply>(&outcome);
    if (error != nullptr) rules.push_back(error->rule);
  }
}

void SortUnique(std::vector<std::string>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

void Refuse(const std::vector<std::string>& problems) {
  if (problems.empty()) return;
  throw BadInput(fmt::format("{}", fmt::join(problems, "; ")));
}

CuratedVector CurateUnnamed(const Entry& entry, Profile profile,
                            const Witnesses& witnesses, const Spec& spec) {
  const bool oracle_differs = std::binary_search(
      entry.flags.begin(), entry.flags.end(), kOracleDiffers);
  for (const std::string& flag : entry.flags) {
    if (IsComputed(flag)) Refuse({"flags: " + flag + " is computed"});
  }
  Refuse(ProblemsOf(entry.test, MaxRank(entry.flags)));
  Testimony testimony = Testify(witnesses, entry.test, oracle_differs);
  CheckPrediction(entry, testimony.expect);
  CheckFaults(entry, *witnesses.reference);
  Vector vector{.test = entry.test,
                .rev = {},
                .profile = profile,
                .rules = entry.rules,
                .flags = entry.flags,
                .why = entry.why,
                .needs = {},
                .expect = std::move(testimony.expect),
                .alternative = {}};
  vector.alternative = OtherWorld(vector);
  vector.rev = RevOf(entry, vector);
  vector.needs = RequirementsOf(vector.test, vector.expect, vector.alternative);
  for (std::string& flag :
       ComputedFlags(vector.test, vector.expect, vector.alternative)) {
    vector.flags.push_back(std::move(flag));
  }
  SortUnique(vector.flags);
  AddErrorRules(vector.expect, vector.rules);
  AddErrorRules(vector.alternative, vector.rules);
  SortUnique(vector.rules);
  Refuse(ProblemsOf(vector, spec));
  return {std::move(vector), testimony.model_abstained};
}

}  // namespace

int64_t RevOf(const Entry& entry, Vector vector) {
  return entry.rev + (Abridge(vector) ? 1 : 0);
}

CuratedVector Curate(const Entry& entry, Profile profile,
                     const Witnesses& witnesses, const Spec& spec) {
  try {
    return CurateUnnamed(entry, profile, witnesses, spec);
  } catch (const BadInput& e) {
    throw BadInput(fmt::format("{} {}", entry.where, e.what()));
  }
}

}  // namespace viewproof
