#include "conformance/diagnose/diagnosis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "conformance/case/fill.h"
#include "conformance/diagnose/suspects.h"
#include "conformance/judge/compare.h"

namespace viewproof {
namespace {

constexpr std::size_t kMostExplanations = 5;
constexpr int64_t kLeastExplained = 3;
constexpr int64_t kLeastOfAll = 50;  // One in so many failures.
constexpr double kLeastPrecision = 0.9;
constexpr std::size_t kSampled = 12;   // Failures of each op, to find suspects.
constexpr std::size_t kMostNamed = 4;  // Ops in a sentence.

using Numbers = std::vector<std::size_t>;  // Of failures; sorted.

// What one bug does in one kernel.
struct Sighting {
  // The failures that it explains, with the conditions under which it does.
  std::vector<std::pair<std::size_t, ConditionSet>> hits;
  std::vector<int64_t> misses;  // By condition: cases in which it shows
                                // otherwise than the subject.
  std::vector<int64_t> count;   // By condition: hits.
};

// Which failures a bug under a condition explains, op by op.
struct Candidate {
  std::size_t bug = 0;
  std::size_t condition = 0;
  std::vector<std::pair<std::string, Numbers>> by_kernel;
};

// The facet, place, field and value of a difference: not the words for it.
bool AreEqual(const Difference& a, const Difference& b) {
  if (std::tie(a.facet, a.step, a.output, a.field) !=
      std::tie(b.facet, b.step, b.output, b.field)) {
    return false;
  }
  // An error is an error: a bug does not know its kind.
  const bool errors = a.kind == DifferenceKind::kErrorForOk &&
                      b.kind == DifferenceKind::kErrorForOk;
  return errors || a.actual == b.actual;
}

// Takes long, and shows what smaller ones show.
bool IsLarge(const Vector& vector) {
  constexpr int64_t kLarge = 2048;
  return Numel(FilledSizes(vector.test.base)).value_or(kLarge) >= kLarge;
}

class Diagnoser {
 public:
  Diagnoser(const Evidence& evidence, const Hello& hello, Facets demanded,
            const VisitVectors& visit)
      : evidence_(evidence), comparator_(hello, demanded), visit_(visit) {
    for (const auto& [id, failed] : evidence.failed()) {
      numbers_.emplace(id, numbers_.size());
    }
  }

  Diagnosis Run() {
    Diagnosis diagnosis;
    FindSuspects();
    diagnosis.failures = at_hand_;
    diagnosis.in_all = evidence_.failures();
    if (suspects_.empty()) return diagnosis;
    visit_([this](Vector& vector) { Confront(vector); });
    Choose(diagnosis);
    return diagnosis;
  }

 private:
  using Suspect = std::pair<std::string, std::size_t>;  // Kernel and bug.

  // Whether the bug makes this reply what the subject's was.
  bool Equals(const Vector& vector, const Evidence::Failed& failed) {
    comparator_.Compare(vector, reply_, judgement_);
    return !failed.died && std::ranges::equal(judgement_.differences,
                                              failed.differences, AreEqual);
  }

  static std::string KeyOf(const Vector& vector) {
    return Evidence::KeyOf(vector.test.id, vector.test.base.dtype);
  }

  // Bugs that explain one failure of a sample at least.
  void FindSuspects() {
    std::map<std::string, std::size_t> seen;  // By op to blame.
    visit_([&](Vector& vector) {
      const auto failed = evidence_.failed().find(KeyOf(vector));
      if (failed == evidence_.failed().end()) return;
      ++at_hand_;
      if (failed->second.died) return;
      const auto& differences = failed->second.differences;
      if (differences.empty()) return;
      if (IsLarge(vector)) return;
      if (++seen[differences.front().op] > kSampled) return;
      // A bug of a later step does not show there.
      const uint64_t until =
          (uint64_t{2} << std::min<int64_t>(differences.front().step, 40)) - 1;
      for (const StepsOf& of : known_.Find(vector.test)) {
        if ((of.steps & until) == 0) continue;
        for (std::size_t bug = 0; bug < KnownBugs().size(); ++bug) {
          if (!Suspects::CanShow(bug, of)) continue;
          if (suspects_.contains({of.kernel, bug})) continue;
          known_.Run(bug, of, vector.test, reply_);
          if (Equals(vector, failed->second)) {
            suspects_[{of.kernel, bug}];
          }
        }
      }
    });
  }

  // Runs a case with each suspect.
  void Confront(const Vector& vector) {
    const auto failed = evidence_.failed().find(KeyOf(vector));
    const bool fails = failed != evidence_.failed().end();
    if (!fails && !evidence_.Passed(KeyOf(vector))) return;
    if (!fails && IsLarge(vector)) return;
    if (!HasSuspect(vector.test)) return;
    for (const StepsOf& of : known_.Find(vector.test)) {
      for (auto at = suspects_.lower_bound({of.kernel, 0});
           at != suspects_.end() && at->first.first == of.kernel; ++at) {
        if (!Suspects::CanShow(at->first.second, of)) continue;
        known_.Run(at->first.second, of, vector.test, reply_);
        if (fails && Equals(vector, failed->second)) {
          Note(at->second, of.conditions, numbers_.find(failed->first)->second);
          continue;
        }
        if (!fails) comparator_.Compare(vector, reply_, judgement_);
        if (judgement_.differences.empty()) continue;
        Note(at->second, of.conditions, std::nullopt);
      }
    }
  }

  // Whether a suspect's kernel is in the chain.
  bool HasSuspect(const Case& test) const {
    return std::ranges::any_of(test.chain, [this](const Step& step) {
      const std::string kernel = KernelOf(step);
      const auto at = suspects_.lower_bound({kernel, 0});
      return at != suspects_.end() && at->first.first == kernel;
    });
  }

  static void Note(Sighting& sighting, const ConditionSet& conditions,
                   std::optional<std::size_t> failure) {
    sighting.count.resize(conditions.size());
    sighting.misses.resize(conditions.size());
    auto& counts = failure ? sighting.count : sighting.misses;
    for (std::size_t c = 0; c < conditions.size(); ++c) {
      if (conditions[c]) ++counts[c];
    }
    if (failure) sighting.hits.emplace_back(*failure, conditions);
  }

  static bool IsPrecise(const Sighting& sighting, std::size_t condition) {
    if (sighting.count.empty() || sighting.count[condition] == 0) return false;
    const auto hits = static_cast<double>(sighting.count[condition]);
    const auto misses = static_cast<double>(sighting.misses[condition]);
    return hits >= kLeastPrecision * (hits + misses);
  }

  // The failures of one sighting under a condition that are still open.
  Numbers OpenOf(const Sighting& sighting, std::size_t condition) const {
    Numbers open;
    for (const auto& [number, conditions] : sighting.hits) {
      if (conditions[condition] && !explained_.contains(number)) {
        open.push_back(number);
      }
    }
    return open;
  }

  // How much is said by it: an unconditional bug first, then one condition.
  static int Words(std::size_t condition) {
    if (condition == kAlways) return 0;
    return Conditions()[condition].both ? 2 : 1;
  }

  // The bug and the condition that explain most open failures; of several the
  // one with fewest words, then that of fewest kernels.
  Candidate Best() const {
    Candidate best;
    std::size_t most = 0;
    std::tuple<int, std::size_t> least{3, 0};
    std::map<std::size_t, std::vector<const Suspect*>> by_bug;
    for (const auto& [suspect, sighting] : suspects_) {
      by_bug[suspect.second].push_back(&suspect);
    }
    for (const auto& [bug, kernels] : by_bug) {
      for (std::size_t c = 0; c <= kAlways; ++c) {
        if (c >= Conditions().size() && c != kAlways) continue;
        Candidate candidate{bug, c, {}};
        std::set<std::size_t> all;
        for (const Suspect* suspect : kernels) {
          const Sighting& sighting = suspects_.at(*suspect);
          if (!IsPrecise(sighting, c)) continue;
          Numbers open = OpenOf(sighting, c);
          if (open.empty()) continue;
          all.insert(open.begin(), open.end());
          candidate.by_kernel.emplace_back(suspect->first, std::move(open));
        }
        const std::tuple words{Words(c), candidate.by_kernel.size()};
        if (all.size() > most ||
            (all.size() == most && most > 0 && words < least)) {
          most = all.size();
          least = words;
          best = std::move(candidate);
        }
      }
    }
    return best;
  }

  void Choose(Diagnosis& diagnosis) {
    const int64_t least =
        std::max(std::min(kLeastExplained, diagnosis.failures),
                 (diagnosis.failures + kLeastOfAll - 1) / kLeastOfAll);
    while (diagnosis.explanations.size() < kMostExplanations) {
      Candidate best = Best();
      Explanation explanation;
      // Kernels that explain most come first; others, if they add to it.
      std::ranges::sort(best.by_kernel, [](const auto& a, const auto& b) {
        return a.second.size() > b.second.size();
      });
      std::set<std::size_t> newly;
      for (const auto& [kernel, numbers] : best.by_kernel) {
        const std::size_t before = newly.size();
        newly.insert(numbers.begin(), numbers.end());
        if (newly.size() > before) explanation.ops.push_back(kernel);
      }
      explanation.explained = static_cast<int64_t>(newly.size());
      diagnosis.most = std::max(diagnosis.most, explanation.explained);
      if (explanation.explained < least || newly.empty()) return;
      explained_.insert(newly.begin(), newly.end());
      std::ranges::sort(explanation.ops);
      const Mutant& mutant = *KnownBugs()[best.bug];
      explanation.mutant = mutant.name;
      if (best.condition != kAlways) {
        explanation.condition = Conditions()[best.condition].name;
      }
      explanation.sentence = SentenceOf(explanation, mutant);
      diagnosis.explanations.push_back(std::move(explanation));
    }
  }

  static std::string SentenceOf(const Explanation& explanation,
                                const Mutant& mutant) {
    const std::vector<std::string>& ops = explanation.ops;
    std::vector<std::string> named(
        ops.begin(), ops.begin() + static_cast<std::ptrdiff_t>(
                                       std::min(ops.size(), kMostNamed)));
    std::string text = fmt::format("{}", fmt::join(named, ", "));
    if (ops.size() > named.size()) {
      text += fmt::format(" and {} more ops", ops.size() - named.size());
    }
    text += fmt::format(": {}", mutant.sentence);
    if (!explanation.condition.empty()) {
      text += fmt::format(" ({})", explanation.condition);
    }
    return text;
  }

  const Evidence& evidence_;
  Comparator comparator_;
  const VisitVectors& visit_;
  std::map<std::string, std::size_t, std::less<>> numbers_;  // Of failures.
  Suspects known_;
  std::map<Suspect, Sighting> suspects_;
  std::set<std::size_t> explained_;
  int64_t at_hand_ = 0;  // Failures of the suite's own dtypes.
  Reply reply_;
  Judgement judgement_;
};

}  // namespace

Diagnosis Diagnose(const Evidence& evidence, const Hello& hello,
                   Facets demanded, const VisitVectors& visit) {
  return Diagnoser(evidence, hello, demanded, visit).Run();
}

std::vector<std::string> Diagnosis::Lines() const {
  std::vector<std::string> lines;
  // Else the reader looks for the others.
  const char* which = failures < in_all ? " of cases in their own dtype" : "";
  for (const Explanation& explanation : explanations) {
    lines.push_back(fmt::format("{} of {} failures{}: {}",
                                explanation.explained, failures, which,
                                explanation.sentence));
  }
  if (lines.empty() && failures > 0 && most == 0) {
    lines.push_back(fmt::format("no known bug explains any of {} failures{}",
                                failures, which));
  } else if (lines.empty() && failures > 0) {
    lines.push_back(
        fmt::format("no known bug explains more than {} of {} failures{}", most,
                    failures, which));
  }
  return lines;
}

}  // namespace viewproof
