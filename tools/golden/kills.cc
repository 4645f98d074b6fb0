#include "tools/golden/kills.h"

#include <zlib.h>

#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/worlds.h"
#include "conformance/subjects/reference.h"
#include "tools/golden/render.h"
#include "tools/golden/vacuous.h"

namespace viewproof {

namespace {

const Facets kTelling = {Facet::kShape, Facet::kValues, Facet::kStrides,
                         Facet::kAlias};

bool MovesElements(const Op& op, std::string_view kernel) {
  switch (op.kind) {
    case OpKind::kEither:
    case OpKind::kSelfOrCopy:
    case OpKind::kCopy:
    case OpKind::kWrite:
      return true;
    case OpKind::kByIndex:
      return !kernel.ends_with(" basic");
    case OpKind::kView:
    case OpKind::kQuery:
    case OpKind::kObserve:
    case OpKind::kForget:
    case OpKind::kNew:
      return false;
  }
  return false;
}

// Returns whether the effect can show in the kernel: those of views cannot in
// an index that copies, and the reverse.
bool CanShow(const Op& op, std::string_view kernel, const Mutant& effect) {
  if (!IsTouched(op, effect) || IsEquivalent(op, effect)) return false;
  if (op.kind != OpKind::kByIndex) return true;
  const bool of_copies = effect.touches == Touches::kCopies;
  const bool of_views = effect.touches == Touches::kViews ||
                        effect.touches == Touches::kPureViews;
  if (kernel.ends_with(" basic")) return !of_copies;
  return !of_views && effect.name != "bits_forgotten";  // A copy has none.
}

Kernel KernelNamed(const Op& op, std::string name) {
  Kernel kernel{.name = std::move(name), .op = &op};
  const std::vector<Mutant>& effects = Effects();
  for (std::size_t e = 0; e < effects.size(); ++e) {
    if (CanShow(op, kernel.name, effects[e])) {
      kernel.effects |= uint64_t{1} << e;
    }
  }
  kernel.due.resize(effects.size());
  kernel.needs_two = MovesElements(op, kernel.name);
  const std::vector<Condition>& conditions = Conditions();
  for (std::size_t c = 0; c < conditions.size(); ++c) {
    if (!conditions[c].can_hold(op, kernel.name) ||
        !(conditions[c].of_headers || kernel.needs_two)) {
      continue;
    }
    for (std::size_t e = 0; e < effects.size(); ++e) {
      if ((kernel.effects >> e & 1U) == 0 ||
          !IsAskedFor(effects[e], conditions[c]) ||
          IsVacuous(op, effects[e], conditions[c])) {
        continue;
      }
      kernel.due[e][c] = true;
      kernel.any_due[c] = true;
    }
  }
  return kernel;
}

}  // namespace

const std::vector<Kernel>& Kernels() {
  static const std::vector<Kernel> kernels = [] {
    assert(Effects().size() <= 64);
    std::vector<Kernel> all;
    for (const Op& op : Ops()) {
      if (Observes(op)) continue;
      for (std::string& name : KernelsOf(op)) {
        all.push_back(KernelNamed(op, std::move(name)));
      }
    }
    std::sort(all.begin(), all.end(),
              [](const Kernel& a, const Kernel& b) { return a.name < b.name; });
    return all;
  }();
  return kernels;
}

namespace {

// Nothing if there is none of this name: that of an op with several.
std::optional<std::size_t> FindKernel(const std::string& name) {
  const auto found =
      std::lower_bound(Kernels().begin(), Kernels().end(), name,
                       [](const Kernel& kernel, const std::string& wanted) {
                         return kernel.name < wanted;
                       });
  if (found == Kernels().end() || found->name != name) return std::nullopt;
  return found - Kernels().begin();
}

// The number of the first of Effects() in KnownBugs(), which end with them.
std::size_t FirstEffect() { return KnownBugs().size() - Effects().size(); }

}  // namespace

std::size_t KernelNumber(const std::string& name) {
  const auto found = FindKernel(name);
  if (!found) throw std::out_of_range("no kernel " + name);
  return *found;
}

KillTester::KillTester()
    : reference_(MakeReference()),
      comparator_(reference_->hello(), Facets::All()) {}

std::optional<Vector> KillTester::VectorOf(Case test) {
  Reply reply;
  reference_->Run(test, reply);
  if (reply.unsupported || reply.too_large ||
      reply.steps.size() != test.chain.size()) {
    return std::nullopt;
  }
  Vector vector;
  vector.test = std::move(test);
  vector.expect = std::move(reply.steps);
  try {
    vector.alternative = OtherWorld(vector);
  } catch (const BadInput&) {
    return std::nullopt;
  }
  return vector;
}

std::vector<KillAttempt> KillTester::AttemptsAt(const Case& test) {
  std::vector<KillAttempt> attempts;
  for (const StepsOf& of : known_.Find(test)) {
    const auto kernel = FindKernel(of.kernel);
    if (!kernel) continue;
    const ConditionSet due = of.conditions & Kernels()[*kernel].any_due;
    if (due.none()) continue;
    attempts.push_back({.kernel = *kernel,
                        .steps = of.steps,
                        .conditions = due,
                        .refused = of.refused});
  }
  return attempts;
}

KillTester::Shows KillTester::Run(std::size_t bug, const StepsOf& of,
                                  const Vector& vector) {
  known_.Run(bug, of, vector.test, reply_);
  comparator_.Compare(vector, reply_, judgement_);
  if (std::ranges::any_of(judgement_.differences, [](const Difference& d) {
        return kTelling.Contains(d.facet);
      })) {
    return Shows::kTelling;
  }
  if (!judgement_.differences.empty()) return Shows::kHidden;
  return reply_.too_large || reply_.steps != vector.expect ? Shows::kUnspecified
                                                           : Shows::kNothing;
}

std::vector<KillAttempt> KillTester::Shoot(const Vector& vector,
                                           const Wanted& wanted) {
  std::vector<KillAttempt> attempts = AttemptsAt(vector.test);
  for (KillAttempt& attempt : attempts) {
    attempt.ran = wanted(attempt.kernel, attempt.conditions) &
                  Kernels()[attempt.kernel].effects;
    const StepsOf of{.steps = attempt.steps};
    for (std::size_t e = 0; e < Effects().size(); ++e) {
      const uint64_t bit = uint64_t{1} << e;
      if ((attempt.ran & bit) == 0) continue;
      const Shows shows = Run(FirstEffect() + e, of, vector);
      if (shows != Shows::kNothing) attempt.differed |= bit;
      if (shows == Shows::kTelling) attempt.killed |= bit;
    }
  }
  std::erase_if(attempts, [](const KillAttempt& a) { return a.ran == 0; });
  return attempts;
}

KillMatrix::Row KillTester::RowOf(const Vector& vector) {
  std::map<uint32_t, std::set<std::size_t>> bugs;  // It is keyed by steps.
  for (const KillAttempt& attempt : AttemptsAt(vector.test)) {
    for (std::size_t e = 0; e < Effects().size(); ++e) {
      if ((Kernels()[attempt.kernel].effects >> e & 1U) == 0) continue;
      bugs[attempt.steps].insert(FirstEffect() + e);
    }
  }
  std::map<const Op*, uint32_t> steps;
  for (const StepsOf& of : known_.Find(vector.test)) {
    if (of.conditions[kAlways]) steps[of.op] |= of.steps;
  }
  for (const auto& [op, of_op] : steps) {
    for (std::size_t bug = 0; bug < KnownBugs().size(); ++bug) {
      if (IsTouched(*op, *KnownBugs()[bug])) bugs[of_op].insert(bug);
    }
  }
  KillMatrix::Row row{.digest = DigestOf(vector)};
  for (const auto& [where, which] : bugs) {
    BugRun shot{.steps = where};
    for (const std::size_t bug : which) {
      const Shows shows = Run(bug, {.steps = where}, vector);
      if (shows == Shows::kTelling) shot.shown.push_back(bug);
      if (shows == Shows::kHidden) shot.hidden.push_back(bug);
    }
    row.runs.push_back(std::move(shot));
  }
  return row;
}

std::vector<KillAttempt> KillTester::Recall(const Case& test,
                                            const KillMatrix::Row& row) {
  std::vector<KillAttempt> attempts = AttemptsAt(test);
  for (KillAttempt& attempt : attempts) {
    const BugRun* shot = row.At(attempt.steps);
    if (shot == nullptr) continue;  // It is of other conditions.
    attempt.ran = Kernels()[attempt.kernel].effects;
    for (std::size_t e = 0; e < Effects().size(); ++e) {
      const uint64_t bit = uint64_t{1} << e & attempt.ran;
      const std::size_t bug = FirstEffect() + e;
      if (std::ranges::binary_search(shot->shown, bug)) attempt.killed |= bit;
    }
  }
  return attempts;
}

uint32_t DigestOf(const Vector& vector) {
  const std::string line = CanonicalLine(vector);
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(line.data()), line.size()));
}

std::set<std::pair<const Op*, const Mutant*>> MisreadingsShown(
    const Case& test, const KillMatrix::Row& row) {
  static const std::map<const Mutant*, std::size_t> numbers = [] {
    std::map<const Mutant*, std::size_t> all;
    for (const Mutant& mutant : Mutants()) {
      all[&mutant] =
          std::ranges::find(KnownBugs(), mutant.name,
                            [](const Mutant* m) { return m->name; }) -
          KnownBugs().begin();
    }
    return all;
  }();
  std::map<const Op*, uint32_t> steps;
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    steps[test.chain[k].op] |= uint32_t{1} << k;
  }
  std::set<std::pair<const Op*, const Mutant*>> shown;
  for (const auto& [op, of_op] : steps) {
    // That of all its observed steps holds all others, and comes last.
    const BugRun* all = nullptr;
    for (const BugRun& shot : row.runs) {
      if ((shot.steps & ~of_op) == 0) all = &shot;
    }
    for (const auto& [mutant, bug] : numbers) {
      if (all != nullptr && all->Differs(bug)) shown.insert({op, mutant});
    }
  }
  return shown;
}

namespace {

uint32_t HashOf(const std::string& why) {
  return static_cast<uint32_t>(std::hash<std::string>()(why));
}

// Returns where the family is counted; null: nowhere.
Kills::Family* FamilyOf(Kills& kills, uint32_t why) {
  for (Kills::Family& family : kills.families) {
    if (family.vectors > 0 && family.why == why) return &family;
  }
  return nullptr;
}

// The same, or where it can be counted.
Kills::Family* PlaceOf(Kills& kills, uint32_t why) {
  if (auto* family = FamilyOf(kills, why)) return family;
  for (Kills::Family& family : kills.families) {
    if (family.vectors == 0) return &family;
  }
  return nullptr;  // Three others are.
}

template <typename See>
void ForEach(const ConditionSet& conditions, See see) {
  for (std::size_t c = conditions._Find_first(); c < conditions.size();
       c = conditions._Find_next(c)) {
    see(c);
  }
}

}  // namespace

bool Kills::two_families() const {
  uint32_t counted = 0;
  int found = 0;
  for (const Family& family : families) {
    counted += family.vectors;
    found += family.vectors > 0 ? 1 : 0;
  }
  return found >= 2 || (found == 1 && vectors > counted);
}

void ForEachDue(const std::function<void(const Bug&)>& see) {
  const std::size_t conditions = Conditions().size();
  for (std::size_t k = 0; k < Kernels().size(); ++k) {
    const Kernel& kernel = Kernels()[k];
    for (std::size_t e = 0; e < Effects().size(); ++e) {
      if ((kernel.effects >> e & 1U) == 0) continue;
      for (std::size_t c = 0; c < conditions; ++c) {
        if (kernel.due[e][c]) see({k, e, c});
      }
    }
  }
}

KillTable::KillTable() {
  const std::size_t conditions = Conditions().size();
  for (const Kernel& kernel : Kernels()) {
    auto& rows = kills_.emplace_back(Effects().size());
    for (std::size_t e = 0; e < rows.size(); ++e) {
      if ((kernel.effects >> e & 1U) != 0) rows[e].resize(conditions);
    }
  }
}

template <typename See>
void KillTable::ForEachKilled(const std::vector<KillAttempt>& shots, See see) {
  for (const KillAttempt& shot : shots) {
    for (std::size_t e = 0; e < Effects().size(); ++e) {
      if ((shot.killed >> e & 1U) == 0) continue;
      ForEach(shot.conditions, [&](std::size_t c) {
        see(Bug{shot.kernel, e, c}, kills_[shot.kernel][e][c]);
      });
    }
  }
}

void KillTable::Add(const Vector& vector,
                    const std::vector<KillAttempt>& shots) {
  const uint32_t why = HashOf(vector.why);
  for (const KillAttempt& shot : shots) {
    for (std::vector<Kills>& row : kills_[shot.kernel]) {
      if (row.empty()) continue;
      ForEach(shot.conditions, [&](std::size_t c) { ++row[c].fired; });
    }
  }
  ForEachKilled(shots, [&](const Bug&, Kills& kills) {
    ++kills.vectors;
    if (auto* family = PlaceOf(kills, why)) {
      family->why = why;
      ++family->vectors;
    }
  });
}

bool KillTable::CanSpare(const Vector& vector,
                         const std::vector<KillAttempt>& shots) {
  const uint32_t why = HashOf(vector.why);
  bool can = true;
  ForEachKilled(shots, [&](const Bug& bug, Kills& kills) {
    if (!can) return;
    const int missing = Missing(bug);
    Kills::Family* family = FamilyOf(kills, why);
    --kills.vectors;
    if (family != nullptr) --family->vectors;
    can = Missing(bug) == missing;
    ++kills.vectors;
    if (family != nullptr) ++family->vectors;
  });
  return can;
}

void KillTable::Remove(const Vector& vector,
                       const std::vector<KillAttempt>& shots) {
  const uint32_t why = HashOf(vector.why);
  ForEachKilled(shots, [&](const Bug&, Kills& kills) {
    --kills.vectors;
    if (auto* family = FamilyOf(kills, why)) --family->vectors;
  });
}

const Kills& KillTable::At(const Bug& bug) const {
  return kills_.at(bug.kernel).at(bug.effect).at(bug.condition);
}

int KillTable::Missing(const Bug& bug) const {
  const Kills& kills = At(bug);
  if (!Kernels()[bug.kernel].needs_two || !Conditions()[bug.condition].twice())
    return kills.vectors > 0 ? 0 : 1;
  return kills.two_families() ? 0 : kills.vectors > 0 ? 1 : 2;
}

bool KillTable::IsKilled(const Bug& bug) const { return Missing(bug) == 0; }

}  // namespace viewproof
