#include "tools/golden/unkilled.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/strings.h"
#include "tools/golden/tsv.h"

namespace viewproof {

namespace {

constexpr std::string_view kAll = "*";
constexpr std::string_view kOr = " or ";
constexpr std::array<std::string_view, 5> kReasons = {
    "bounds", "identity", "never", "refused", "unspecified"};
constexpr std::string_view kHeadOfUnkilled =
    R"(# Bugs of kernels that golden/ does not kill, and why it need not. Written by
# `bazel run //tools:golden -- --kills --search N`; see README.md, "Which bugs are killed".
#
# kernels     as --kills prints them, " | " between them; "*": every kernel
# effects     of conformance/subjects/mutants.h; "*": every effect
# conditions  of conformance/subjects/conditions.h; "*": every condition. A single one is also each pair with it
# reason      never: the condition held in no drawn call of the kernel; identity: the answer is the same with the
#             effect; refused: the call is refused, with and without it; unspecified: what differs is no shape, value,
#             stride or alias; bounds: only cases that golden/ cannot hold differ
# fired       the fewest drawn cases in which such a bug could show
#
# A tab stands between columns.
)";

template <typename List>
std::vector<std::size_t> Numbers(const List& list, std::string_view cell,
                                 std::string_view column) {
  std::vector<std::size_t> numbers;
  if (cell == kAll) {
    for (std::size_t k = 0; k < list.size(); ++k) numbers.push_back(k);
    return numbers;
  }
  for (const std::string_view name : Split(cell, " | ")) {
    numbers.push_back(NumberOf(list, name, column));
  }
  return numbers;
}

bool IsPairOf(const Bug& bug, const ConditionSet& conditions) {
  const auto& both = Conditions()[bug.condition].both;
  return both && (conditions[both->first] || conditions[both->second]);
}

template <typename List, typename Numbers>
std::string CellOf(const List& list, const Numbers& numbers) {
  if (numbers.size() == list.size()) return std::string(kAll);
  std::vector<std::string_view> names;
  for (const std::size_t n : numbers) names.push_back(list[n].name);
  return fmt::format("{}", fmt::join(names, " | "));
}

}  // namespace

UnkilledBugs UnkilledBugs::Parse(std::string_view text) {
  UnkilledBugs unkilled;
  unkilled.named_.assign(Kernels().size(),
                         std::vector<ConditionSet>(Effects().size()));
  ForEachRow("unkilled.tsv", text, 5, [&](int64_t number, const auto& cells) {
    Line line;
    line.number = number;
    line.reason = cells[3];
    line.fired = CountIn(cells[4], "fired");
    line.kernels.resize(Kernels().size());
    for (const std::size_t k : Numbers(Kernels(), cells[0], "kernels")) {
      line.kernels[k] = true;
    }
    for (const std::size_t e : Numbers(Effects(), cells[1], "effects")) {
      line.effects |= uint64_t{1} << e;
    }
    for (const std::size_t c : Numbers(Conditions(), cells[2], "conditions")) {
      line.conditions[c] = true;
    }
    for (const std::string_view reason : Split(line.reason, kOr)) {
      if (std::find(kReasons.begin(), kReasons.end(), reason) ==
          kReasons.end()) {
        throw BadInput(fmt::format("reason: \"{}\" is none", reason));
      }
    }
    for (std::size_t k = 0; k < Kernels().size(); ++k) {
      for (std::size_t e = 0; e < Effects().size(); ++e) {
        if (line.kernels[k] && (line.effects >> e & 1U) != 0) {
          unkilled.named_[k][e] |= line.conditions;
        }
      }
    }
    unkilled.lines_.push_back(std::move(line));
  });
  return unkilled;
}

std::optional<ReasonedBug> UnkilledBugs::Find(const Bug& bug) const {
  for (const Line& line : lines_) {
    if (line.kernels[bug.kernel] && (line.effects >> bug.effect & 1U) != 0 &&
        line.conditions[bug.condition]) {
      return ReasonedBug{bug, line.reason, line.fired};
    }
  }
  return std::nullopt;
}

bool UnkilledBugs::Has(const Bug& bug) const {
  const ConditionSet& named = named_[bug.kernel][bug.effect];
  return named[bug.condition] || IsPairOf(bug, named);
}

std::vector<std::string> UnkilledBugs::Stale(const KillTable& table) const {
  std::vector<std::string> stale;
  for (const Line& line : lines_) {
    bool found = false;
    ForEachDue([&](const Bug& bug) {
      if (found || !line.kernels[bug.kernel] ||
          (line.effects >> bug.effect & 1U) == 0 ||
          !line.conditions[bug.condition] || table.At(bug).vectors == 0) {
        return;
      }
      found = true;
      stale.push_back(fmt::format(
          "unkilled.tsv:{}: golden/ kills {} of {} under \"{}\"", line.number,
          Effects()[bug.effect].name, Kernels()[bug.kernel].name,
          Conditions()[bug.condition].name));
    });
  }
  return stale;
}

// Lines.

namespace {

// Holds what is said of a set of bugs.
struct BugNotes {
  std::set<std::string> reasons;
  uint32_t fired = UINT32_MAX;

  void Add(const BugNotes& other) {
    reasons.insert(other.reasons.begin(), other.reasons.end());
    fired = std::min(fired, other.fired);
  }
};

using BugNumbers = std::vector<std::size_t>;

std::string LineOf(const BugNumbers& kernels, const BugNumbers& effects,
                   const BugNumbers& conditions, const BugNotes& said) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\n", CellOf(Kernels(), kernels),
                     CellOf(Effects(), effects),
                     CellOf(Conditions(), conditions),
                     fmt::join(said.reasons, kOr), said.fired);
}

BugNumbers AllOf(std::size_t count) {
  BugNumbers all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// Names bugs in lines, the widest lines first.
class Writer {
 public:
  explicit Writer(const std::vector<ReasonedBug>& bugs) {
    for (const ReasonedBug& r : bugs) {
      const auto reasons = Split(r.reason, kOr);
      said_[{r.bug.kernel, r.bug.effect, r.bug.condition}] = {
          {reasons.begin(), reasons.end()}, r.fired};
    }
    left_ = said_;
    std::erase_if(left_, [this](const auto& entry) {
      const auto& [kernel, effect, condition] = entry.first;
      const auto& both = Conditions()[condition].both;
      return both && (said_.contains({kernel, effect, both->first}) ||
                      said_.contains({kernel, effect, both->second}));
    });
    ForEachDue([&](const Bug& bug) {
      const auto& both = Conditions()[bug.condition].both;
      const auto has = [&](std::size_t condition) {
        return said_.contains({bug.kernel, bug.effect, condition});
      };
      const bool is_said = has(bug.condition) ||
                           (both && (has(both->first) || has(both->second)));
      Count(by_effect_[{bug.kernel, bug.effect}], is_said);
      Count(by_condition_[{bug.kernel, bug.condition}], is_said);
      Count(of_all_[{bug.effect, bug.condition}], is_said);
    });
  }

  std::string Write() {
    std::string text(kHeadOfUnkilled);
    text += WholeEffects();
    text += WholeConditions();
    text += EveryKernel();
    text += Rest();
    return text;
  }

 private:
  using Key = std::tuple<std::size_t, std::size_t, std::size_t>;
  using Two = std::pair<std::size_t, std::size_t>;
  struct Tally {
    int64_t due = 0;
    int64_t said = 0;
    bool all() const { return due == said; }
  };
  struct Group {
    BugNumbers members;
    BugNotes said;
  };

  static void Count(Tally& tally, bool is_said) {
    ++tally.due;
    tally.said += is_said ? 1 : 0;
  }

  // Removes the bugs that `names` chooses from what is left; by group, what
  // else the line has to name.
  template <typename Names>
  std::map<std::size_t, Group> Take(const std::map<Two, Tally>& tallies,
                                    Names names) {
    std::map<std::size_t, Group> groups;
    for (auto it = left_.begin(); it != left_.end();) {
      const auto [at, group, member] = names(it->first);
      if (!tallies.at(at).all()) {
        ++it;
        continue;
      }
      Group& taken = groups[group];
      if (std::find(taken.members.begin(), taken.members.end(), member) ==
          taken.members.end()) {
        taken.members.push_back(member);
      }
      taken.said.Add(it->second);
      it = left_.erase(it);
    }
    for (auto& [group, taken] : groups) {
      std::sort(taken.members.begin(), taken.members.end());
    }
    return groups;
  }

  // Effects that never show in some kernels.
  std::string WholeEffects() {
    std::string text;
    const auto groups = Take(by_effect_, [](const Key& key) {
      const auto& [kernel, effect, condition] = key;
      return std::tuple(Two(kernel, effect), effect, kernel);
    });
    for (const auto& [effect, group] : groups) {
      text += LineOf(group.members, {effect}, AllOf(Conditions().size()),
                     group.said);
    }
    return text;
  }

  // Conditions under which nothing shows in some kernels.
  std::string WholeConditions() {
    const auto groups = Take(by_condition_, [](const Key& key) {
      const auto& [kernel, effect, condition] = key;
      return std::tuple(Two(kernel, condition), condition, kernel);
    });
    std::map<BugNumbers, Group> by_kernels;
    for (const auto& [condition, group] : groups) {
      Group& same = by_kernels[group.members];
      same.members.push_back(condition);
      same.said.Add(group.said);
    }
    std::string text;
    for (const auto& [kernels, group] : by_kernels) {
      text +=
          LineOf(kernels, AllOf(Effects().size()), group.members, group.said);
    }
    return text;
  }

  // Conditions under which an effect shows in no kernel.
  std::string EveryKernel() {
    std::string text;
    const auto groups = Take(of_all_, [](const Key& key) {
      const auto& [kernel, effect, condition] = key;
      return std::tuple(Two(effect, condition), effect, condition);
    });
    for (const auto& [effect, group] : groups) {
      text +=
          LineOf(AllOf(Kernels().size()), {effect}, group.members, group.said);
    }
    return text;
  }

  std::string Rest() {
    std::map<Two, Group> conditions;  // It is keyed by kernel and effect.
    for (const auto& [key, said] : left_) {
      const auto& [kernel, effect, condition] = key;
      conditions[{kernel, effect}].members.push_back(condition);
      conditions[{kernel, effect}].said.Add(said);
    }
    std::map<std::pair<BugNumbers, std::size_t>, Group> kernels;
    for (const auto& [at, group] : conditions) {
      Group& same = kernels[{group.members, at.second}];
      same.members.push_back(at.first);
      same.said.Add(group.said);
    }
    std::map<std::pair<BugNumbers, BugNumbers>, Group> effects;
    for (const auto& [key, group] : kernels) {
      Group& same = effects[{group.members, key.first}];
      same.members.push_back(key.second);
      same.said.Add(group.said);
    }
    std::string text;
    for (const auto& [key, group] : effects) {
      text += LineOf(key.first, group.members, key.second, group.said);
    }
    return text;
  }

  std::map<Key, BugNotes> said_;  // Every bug.
  std::map<Key, BugNotes> left_;  // Those that no line names so far.
  std::map<Two, Tally> by_effect_;
  std::map<Two, Tally> by_condition_;
  std::map<Two, Tally> of_all_;
};

}  // namespace

std::string TextOfUnkilled(const std::vector<ReasonedBug>& bugs) {
  return Writer(bugs).Write();
}

}  // namespace viewproof
