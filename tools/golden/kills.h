#ifndef VIEWPROOF_TOOLS_GOLDEN_KILLS_H_
#define VIEWPROOF_TOOLS_GOLDEN_KILLS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "tools/golden/shots.h"

namespace viewproof {

// A bug: an effect (a mutant) under one condition in one kernel, by numbers in
// Kernels(), Effects() and Conditions().
struct Bug {
  std::size_t kernel = 0;
  std::size_t effect = 0;
  std::size_t condition = 0;
};

// Calls `see` with every bug that needs to be killed: every condition for
// kernels that move elements, those of headers for the others.
void ForEachDue(const std::function<void(const Bug&)>& see);

// What vectors say of one bug.
struct Kills {
  // Vectors of one family (lines of one grid), by the hash of their `why`.
  struct Family {
    uint32_t why = 0;
    uint32_t vectors = 0;
  };

  uint32_t fired = 0;    // Vectors in which the condition holds.
  uint32_t vectors = 0;  // Of these, those that fail.
  // Of three families; more are counted in `vectors` alone.
  std::array<Family, 3> families = {};

  // Whether vectors of two families fail.
  bool two_families() const;
};

// Runs every effect under every condition against vectors.
class KillTable {
 public:
  KillTable();

  // Returns what the vector kills.
  std::vector<Shot> Add(const Vector& vector);

  const Kills& At(const Bug& bug) const;
  // Whether enough vectors fail: of a kernel that moves elements two families
  // under some conditions (Condition::twice); else one.
  bool IsKilled(const Bug& bug) const;
  // How many more are needed: 0, 1 or 2.
  int Missing(const Bug& bug) const;

  // Whether no bug lacks more vectors without this one. Requires: `shots` are
  // what Add() returned for it.
  bool CanSpare(const Vector& vector, const std::vector<Shot>& shots);
  // Takes it out of the table. Requires: the same.
  void Remove(const Vector& vector, const std::vector<Shot>& shots);

 private:
  // Calls `see` with the counts of every bug that these shots kill.
  template <typename See>
  void ForEachKilled(const std::vector<Shot>& shots, See see);

  Shooter shooter_;
  // By kernel, effect and condition; empty where the effect cannot show.
  std::vector<std::vector<std::vector<Kills>>> kills_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_KILLS_H_
