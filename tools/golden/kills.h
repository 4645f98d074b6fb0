#ifndef VIEWPROOF_TOOLS_GOLDEN_KILLS_H_
#define VIEWPROOF_TOOLS_GOLDEN_KILLS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/diagnose/kill_matrix.h"
#include "conformance/diagnose/suspects.h"
#include "conformance/judge/compare.h"
#include "conformance/subjects/conditions.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Holds what can be wrong in its own way: an op, or a part of one (see
// KernelOf).
struct Kernel {
  std::string name;
  const Op* op = nullptr;
  uint64_t effects = 0;  // Bit per effect of Effects() that can touch it.
  // Under which each effect must be killed: those that can hold of the kernel,
  // and under which the effect can show (vacuous.h). By effect.
  std::vector<ConditionSet> due = {};
  ConditionSet any_due = {};  // True for some effect.
  bool needs_two = false;     // Vectors of two families: it moves elements.
};

// Every kernel, sorted by name.
const std::vector<Kernel>& Kernels();

// Its number in Kernels(). Throws std::out_of_range for another name.
std::size_t KernelNumber(const std::string& name);

// One run of a case for each effect, in the steps of a kernel where
// `conditions` hold, and in no other.
struct KillAttempt {
  std::size_t kernel = 0;
  uint32_t steps = 0;
  ConditionSet conditions = {};  // Under each of these something is due.
  uint64_t ran = 0;              // Bit per effect that was run.
  // Those of them whose reply differs in a facet that tells.
  uint64_t killed = 0;
  uint64_t differed = 0;  // Those of them whose reply differs in anything.
  bool refused = false;   // The reference refuses each of these steps.
};

// Runs cases with every bug of a kernel.
class KillTester {
 public:
  // Says which effects of a kernel are worth a run in steps where these hold.
  using Wanted = std::function<uint64_t(std::size_t kernel,
                                        const ConditionSet& conditions)>;

  KillTester();

  // The vector's case with each effect. It is killed if the reply differs in
  // shape, values, strides or aliasing.
  std::vector<KillAttempt> Shoot(const Vector& vector, const Wanted& wanted);

  // The row of the kill matrix: each effect in the steps of each kernel under
  // which something is due, and every known bug in all steps of each op.
  KillMatrix::Row RowOf(const Vector& vector);

  // The attempts at a vector as its row says that they end.
  std::vector<KillAttempt> Recall(const Case& test, const KillMatrix::Row& row);

  // A case as a vector: what the reference gives, and the other world.
  // Nothing if the case is beyond the bounds, or has several such worlds.
  std::optional<Vector> VectorOf(Case test);

 private:
  enum class Shows { kNothing, kUnspecified, kHidden, kTelling };

  std::vector<KillAttempt> AttemptsAt(const Case& test);
  Shows Run(std::size_t bug, const StepsOf& of, const Vector& vector);

  std::unique_ptr<Subject> reference_;
  Comparator comparator_;
  Suspects known_;
  Reply reply_;
  Judgement judgement_;
};

// CRC-32 of the line that golden/ has of the vector.
uint32_t DigestOf(const Vector& vector);

// The misreadings (Mutants()) of which anything differs in this vector, with
// the ops that have them.
std::set<std::pair<const Op*, const Mutant*>> MisreadingsShown(
    const Case& test, const KillMatrix::Row& row);

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

// Holds what vectors say of one bug.
struct Kills {
  // Vectors of one family (lines of one grid), by the hash of their `why`.
  struct Family {
    uint32_t why = 0;
    uint32_t vectors = 0;
  };

  uint32_t fired = 0;    // Vectors in which the condition holds.
  uint32_t vectors = 0;  // So many of these fail.
  // Three families have names; more are counted in `vectors` alone.
  std::array<Family, 3> families = {};

  // Returns whether vectors of two families fail.
  bool two_families() const;
};

// Runs every effect under every condition against vectors.
class KillTable {
 public:
  KillTable();

  // Counts what a vector kills.
  void Add(const Vector& vector, const std::vector<KillAttempt>& shots);

  const Kills& At(const Bug& bug) const;
  // Returns whether enough vectors fail: of a kernel that moves elements two
  // families under some conditions (Condition::twice); else one.
  bool IsKilled(const Bug& bug) const;
  // Returns how many more are needed: 0, 1 or 2.
  int Missing(const Bug& bug) const;

  // Returns whether no bug lacks more vectors without this one. Requires:
  // `shots` are what Add() returned for it.
  bool CanSpare(const Vector& vector, const std::vector<KillAttempt>& shots);
  // Takes it out of the table. Requires: the same.
  void Remove(const Vector& vector, const std::vector<KillAttempt>& shots);

 private:
  // Calls `see` with the counts of every bug that these shots kill.
  template <typename See>
  void ForEachKilled(const std::vector<KillAttempt>& shots, See see);

  // By kernel, effect and condition; empty where the effect cannot show.
  std::vector<std::vector<std::vector<Kills>>> kills_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_KILLS_H_
