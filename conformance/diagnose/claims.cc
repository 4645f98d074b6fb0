#include "conformance/diagnose/claims.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace viewproof {
namespace {

// Returns how much is said by it: an unconditional bug first, then one
// condition.
int Words(std::size_t condition) {
  if (condition == kAlways) return 0;
  return Conditions()[condition].both ? 2 : 1;
}

// Returns whether the library refused all of them for one reason.
bool AreOfOneKind(const Trial& trial, const Numbers& failures) {
  return std::ranges::all_of(failures, [&](std::size_t k) {
    return trial.failed()[k]->outward.refusal ==
           trial.failed()[failures[0]]->outward.refusal;
  });
}

bool IsPartOf(const Numbers& part, const Numbers& whole) {
  return part.size() < whole.size() && std::ranges::includes(whole, part);
}

// The failures that a bug explains under each condition that is contradicted by
// no case; of those that explain the same, only the ones that say least; none
// that explains a part of what another one does.
std::map<Numbers, std::vector<std::size_t>> WeakestOf(
    const Trial& trial, std::size_t bug, const Sighting& sighting) {
  std::map<Numbers, std::vector<std::size_t>> found;
  if (IsOfStrides(*KnownBugs()[bug]) && !sighting.strides) return found;
  // Three conditions on what is refused hold of some failures by accident.
  const bool says_when =
      IsRefusal(*KnownBugs()[bug]) && KnownBugs()[bug]->name != "refused";
  for (std::size_t c = 0; c <= kAlways; ++c) {
    if (!sighting.fits[c] || (c >= Conditions().size() && c != kAlways)) {
      continue;
    }
    if (says_when && Words(c) == 2) continue;
    Numbers failures;
    for (const auto& [number, conditions] : sighting.hits) {
      if (conditions[c]) failures.push_back(number);
    }
    if (failures.empty()) continue;
    std::ranges::sort(failures);
    if (IsRefusal(*KnownBugs()[bug]) && !AreOfOneKind(trial, failures)) {
      continue;
    }
    found[std::move(failures)].push_back(c);
  }
  for (auto at = found.begin(); at != found.end();) {
    const bool is_part = std::ranges::any_of(found, [&](const auto& other) {
      return IsPartOf(at->first, other.first);
    });
    at = is_part ? found.erase(at) : std::next(at);
  }
  for (auto& [failures, conditions] : found) {
    const int least = Words(*std::ranges::min_element(conditions, {}, Words));
    std::erase_if(conditions,
                  [least](std::size_t c) { return Words(c) > least; });
  }
  return found;
}

// A bug under a condition, in all kernels that have it.
struct Everywhere {
  std::set<std::size_t> failures;
  // Each has so many.
  std::vector<std::pair<std::size_t, std::string>> kernels;
};

// Those that explain most come first; others, if they add to it.
std::vector<std::string> KernelsThatAdd(
    const Trial& trial, std::size_t bug, std::size_t condition,
    std::vector<std::pair<std::size_t, std::string>> kernels) {
  std::ranges::sort(kernels, std::greater());
  std::set<std::size_t> failures;
  std::vector<std::string> added;
  for (const auto& [count, kernel] : kernels) {
    const std::size_t before = failures.size();
    for (const auto& [number, conditions] :
         trial.sightings().at({kernel, bug}).hits) {
      if (conditions[condition]) failures.insert(number);
    }
    if (failures.size() > before) added.push_back(kernel);
  }
  std::ranges::sort(added);
  return added;
}

}  // namespace

std::vector<Candidate> CandidatesOf(const Trial& trial) {
  std::map<std::pair<std::size_t, std::size_t>, Everywhere> all;
  for (const auto& [suspect, sighting] : trial.sightings()) {
    const auto& [kernel, bug] = suspect;
    for (const auto& [failures, conditions] : WeakestOf(trial, bug, sighting)) {
      for (const std::size_t c : conditions) {
        Everywhere& everywhere = all[{bug, c}];
        everywhere.failures.insert(failures.begin(), failures.end());
        everywhere.kernels.emplace_back(failures.size(), kernel);
      }
    }
  }
  std::map<Numbers, std::vector<Trial::BugClaim>> by_failures;
  for (const auto& [what, everywhere] : all) {
    by_failures[{everywhere.failures.begin(), everywhere.failures.end()}]
        .push_back({what.first, what.second,
                    KernelsThatAdd(trial, what.first, what.second,
                                   everywhere.kernels)});
  }
  std::vector<Candidate> candidates;
  for (auto& [failures, bugs] : by_failures) {
    std::ranges::stable_sort(bugs, {}, [](const Trial::BugClaim& claim) {
      return std::tuple(claim.kernels.size(), Words(claim.condition));
    });
    candidates.push_back({std::move(bugs), failures});
  }
  return candidates;
}

}  // namespace viewproof
