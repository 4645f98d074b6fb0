#ifndef VIEWPROOF_CONFORMANCE_DIAGNOSE_SUSPECTS_H_
#define VIEWPROOF_CONFORMANCE_DIAGNOSE_SUSPECTS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/subjects/conditions.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/step_facts.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Every known bug: those of Mutants() that are not among Effects(), those of
// AxisMutants(), then Effects().
const std::vector<const Mutant*>& KnownBugs();

// The number of the condition that always holds; those of Conditions() are
// smaller.
inline constexpr std::size_t kAlways = ConditionSet().size() - 1;

// The kernels that run in a step: that of its index (KernelOf), and its op,
// which is what all of these have in common.
std::vector<std::string> KernelsIn(const Step& step);

// Steps of one kernel in a case, and the conditions that hold in exactly these;
// kAlways in all that the kernel has.
struct StepsOf {
  std::string kernel = {};
  const Op* op = nullptr;
  uint32_t steps = 0;
  ConditionSet conditions = {};
  bool refused = false;  // The reference refuses each of these steps.
};

// Runs cases with known bugs.
class Suspects {
 public:
  Suspects();

  // The kernels of a case, with what holds of their steps.
  std::vector<StepsOf> Find(const Case& test);

  // Returns whether the op of these steps can have the bug, and shows it.
  static bool CanShow(std::size_t bug, const StepsOf& of);

  // Overwrites `reply` with what the reference gives with the bug in these
  // steps; false if the bug does not say what that is. Of `of` the steps alone
  // are read. Requires: IsTouched of the op and the bug.
  bool Run(std::size_t bug, const StepsOf& of, const Case& test, Reply& reply);

 private:
  std::unique_ptr<Subject> reference_;
  std::vector<std::unique_ptr<MaskedMutant>> bugs_;  // KnownBugs().
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_DIAGNOSE_SUSPECTS_H_
