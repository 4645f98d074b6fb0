#include "conformance/diagnose/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "conformance/case/ops.h"
#include "conformance/diagnose/claims.h"
#include "conformance/diagnose/suspects.h"

namespace viewproof {
namespace {

constexpr std::size_t kMostExplanations = 5;
constexpr std::size_t kLeastExplained = 3;
// Some condition of many always holds in a few failures by accident.
constexpr std::size_t kLeastOfCondition = 6;
// A bug explains at least so much of a cause.
constexpr int64_t kLeastPercent = 50;
constexpr int64_t kLeastPercentOfCondition = 90;

bool Write(const std::vector<std::string>& kernels) {
  return std::ranges::all_of(kernels, [](const std::string& kernel) {
    const Op* op = FindOp(kernel);
    return op != nullptr && op->kind == OpKind::kWrite;
  });
}

// A condition in words: "rank of the target >= 3", "the operand: not
// contiguous".
std::string TextOf(const Condition& condition,
                   const std::vector<std::string>& kernels) {
  if (condition.both) {
    const auto& [first, second] = *condition.both;
    return TextOf(Conditions()[first], kernels) + " and " +
           TextOf(Conditions()[second], kernels);
  }
  std::string_view name = condition.name;
  name.remove_prefix(name.starts_with("operand: ")  ? 9
                     : name.starts_with("result: ") ? 8
                                                    : 0);
  const std::string_view noun = condition.of == Of::kResult ? "result"
                                : Write(kernels)            ? "target"
                                                            : "operand";
  if (condition.what == What::kRank) {
    const bool is = condition.comparison == Comparison::kIs;
    return fmt::format("rank of the {} {} {}", noun,
                       is ? "=" : ">=", condition.number);
  }
  return condition.of == Of::kOperand || condition.of == Of::kResult
             ? fmt::format("the {}: {}", noun, name)
             : std::string(name);
}

// Says where the condition does not hold: "rank 0 to 2", "else".
std::string OtherwiseOf(const Condition& condition) {
  if (condition.both || condition.what != What::kRank ||
      condition.comparison != Comparison::kAtLeast) {
    return "else";
  }
  return condition.number == 1
             ? "rank 0"
             : fmt::format("rank 0 to {}", condition.number - 1);
}

class Diagnoser {
 public:
  Diagnoser(const Evidence& evidence, const Hello& hello, Facets demanded,
            const VisitVectors& visit,
            const std::map<std::string, std::size_t>& causes)
      : evidence_(evidence),
        trial_(evidence, hello, demanded, visit),
        causes_(causes) {
    for (const auto& [cause, count] : evidence.by_cause()) {
      sizes_[NumberOf(cause)] += count;
    }
  }

  std::vector<Explanation> Run() {
    std::vector<Explanation> proved;
    trial_.Run();
    std::vector<Candidate> chosen = Choose(CandidatesOf(trial_));
    DropShownElsewhere(chosen);
    std::vector<Trial::BugClaim> claims;
    for (const Candidate& candidate : chosen) {
      claims.insert(claims.end(), candidate.bugs.begin(), candidate.bugs.end());
    }
    std::erase_if(claims, [](const Trial::BugClaim& claim) {
      return claim.condition == kAlways;
    });
    const std::vector<int64_t> pass =
        claims.empty() ? std::vector<int64_t>() : trial_.PassWithout(claims);
    for (const Candidate& candidate : chosen) {
      Explanation explanation = Explain(candidate);
      for (const Trial::BugClaim& claim : candidate.bugs) {
        KnownBug bug = Named(claim);
        const auto at = std::ranges::find(claims, claim);
        if (at != claims.end()) bug.pass = pass[at - claims.begin()];
        // A condition says that cases outside of it pass.
        if (at != claims.end() && bug.pass == 0) continue;
        explanation.bugs.push_back(std::move(bug));
      }
      if (explanation.bugs.empty()) continue;
      proved.push_back(std::move(explanation));
    }
    return proved;
  }

 private:
  std::size_t NumberOf(const std::string& cause) const {
    const auto at = causes_.find(cause);
    return at == causes_.end() ? 0 : at->second;
  }

  // The cause of which these explain most, with how many; none: less than so
  // much of each.
  std::pair<std::size_t, int64_t> CauseOf(
      const Numbers& failures, int64_t percent = kLeastPercent) const {
    std::map<std::size_t, int64_t> counts;
    for (const std::size_t k : failures) {
      ++counts[NumberOf(trial_.failed()[k]->cause)];
    }
    std::pair<std::size_t, int64_t> best{0, 0};
    for (const auto& [cause, count] : counts) {
      if (100 * count >= percent * sizes_.at(cause) && count > best.second) {
        best = {cause, count};
      }
    }
    return best;
  }

  // The smallest set of candidates, each of which explains half of a cause that
  // the others do not.
  std::vector<Candidate> Choose(std::vector<Candidate> candidates) const {
    std::set<std::size_t> explained;
    std::vector<Candidate> chosen;
    while (chosen.size() < kMostExplanations) {
      const Candidate* best = nullptr;
      std::size_t most = 0;
      for (const Candidate& candidate : candidates) {
        Numbers open;
        std::ranges::set_difference(candidate.failures, explained,
                                    std::back_inserter(open));
        const bool always = candidate.bugs[0].condition == kAlways;
        const std::size_t least =
            std::min(always ? kLeastExplained : kLeastOfCondition,
                     static_cast<std::size_t>(evidence_.failures()));
        const int64_t percent =
            always ? kLeastPercent : kLeastPercentOfCondition;
        if (open.size() < least || open.size() <= most ||
            CauseOf(open, percent).second == 0) {
          continue;
        }
        most = open.size();
        best = &candidate;
      }
      if (best == nullptr) break;
      explained.insert(best->failures.begin(), best->failures.end());
      chosen.push_back(*best);
    }
    return chosen;
  }

  // Returns whether the bug shows where its condition does not hold, in a
  // failure that nothing else explains.
  bool ShowsElsewhere(const Trial::BugClaim& claim,
                      const std::vector<Candidate>& chosen) const {
    const auto is_open = [&](const auto& hit) {
      const auto& [number, conditions] = hit;
      const auto explains = [failure = number](const Candidate& candidate) {
        return !candidate.bugs.empty() &&
               std::ranges::binary_search(candidate.failures, failure);
      };
      return !conditions[claim.condition] &&
             std::ranges::none_of(chosen, explains);
    };
    return claim.condition != kAlways &&
           std::ranges::any_of(claim.kernels, [&](const std::string& kernel) {
             const Sighting& sighting =
                 trial_.sightings().at({kernel, claim.bug});
             return std::ranges::any_of(sighting.hits, is_open);
           });
  }

  // A claim that falls may have explained what speaks against another one.
  void DropShownElsewhere(std::vector<Candidate>& chosen) const {
    bool has_fallen = true;
    while (has_fallen) {
      has_fallen = false;
      for (Candidate& candidate : chosen) {
        has_fallen |=
            std::erase_if(candidate.bugs, [&](const Trial::BugClaim& claim) {
              return ShowsElsewhere(claim, chosen);
            }) > 0;
      }
      std::erase_if(chosen, [](const Candidate& candidate) {
        return candidate.bugs.empty();
      });
    }
  }

  Explanation Explain(const Candidate& candidate) const {
    Explanation explanation;
    const bool always = candidate.bugs[0].condition == kAlways;
    auto [cause, count] = CauseOf(
        candidate.failures, always ? kLeastPercent : kLeastPercentOfCondition);
    if (count == 0) std::tie(cause, count) = CauseOf(candidate.failures);
    explanation.cause = static_cast<int64_t>(cause);
    explanation.explained = count;
    explanation.of = sizes_.at(cause);
    return explanation;
  }

  static KnownBug Named(const Trial::BugClaim& claim) {
    const Mutant& mutant = *KnownBugs()[claim.bug];
    KnownBug bug;
    bug.mutant = mutant.name;
    bug.ops = claim.kernels;
    if (claim.condition != kAlways) {
      const Condition& condition = Conditions()[claim.condition];
      bug.condition = condition.name;
      bug.when = TextOf(condition, bug.ops);
      bug.otherwise = OtherwiseOf(condition);
    }
    bug.effect = mutant.sentence;
    return bug;
  }

  const Evidence& evidence_;
  Trial trial_;
  const std::map<std::string, std::size_t>& causes_;
  std::map<std::size_t, int64_t> sizes_;  // Failures of each cause.
};

}  // namespace

std::vector<Explanation> Diagnose(
    const Evidence& evidence, const Hello& hello, Facets demanded,
    const VisitVectors& visit,
    const std::map<std::string, std::size_t>& causes) {
  return Diagnoser(evidence, hello, demanded, visit, causes).Run();
}

}  // namespace viewproof
