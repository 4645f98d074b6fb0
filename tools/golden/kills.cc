#include "tools/golden/kills.h"

#include <functional>
#include <string>

namespace viewproof {

namespace {

uint32_t HashOf(const std::string& why) {
  return static_cast<uint32_t>(std::hash<std::string>()(why));
}

// Where the family is counted; null: nowhere.
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
void KillTable::ForEachKilled(const std::vector<Shot>& shots, See see) {
  for (const Shot& shot : shots) {
    for (std::size_t e = 0; e < Effects().size(); ++e) {
      if ((shot.killed >> e & 1U) == 0) continue;
      ForEach(shot.conditions, [&](std::size_t c) {
        see(Bug{shot.kernel, e, c}, kills_[shot.kernel][e][c]);
      });
    }
  }
}

std::vector<Shot> KillTable::Add(const Vector& vector) {
  const uint32_t why = HashOf(vector.why);
  const auto all = [](std::size_t, const ConditionSet&) {
    return ~uint64_t{0};
  };
  std::vector<Shot> shots = shooter_.Shoot(vector, all);
  for (const Shot& shot : shots) {
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
  return shots;
}

bool KillTable::CanSpare(const Vector& vector, const std::vector<Shot>& shots) {
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

void KillTable::Remove(const Vector& vector, const std::vector<Shot>& shots) {
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
  if (!Kernels()[bug.kernel].needs_two || !Conditions()[bug.condition].twice)
    return kills.vectors > 0 ? 0 : 1;
  return kills.two_families() ? 0 : kills.vectors > 0 ? 1 : 2;
}

bool KillTable::IsKilled(const Bug& bug) const { return Missing(bug) == 0; }

}  // namespace viewproof
