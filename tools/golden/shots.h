#ifndef VIEWPROOF_TOOLS_GOLDEN_SHOTS_H_
#define VIEWPROOF_TOOLS_GOLDEN_SHOTS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/compare.h"
#include "conformance/subjects/conditions.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// What can be wrong in its own way: an op, or a part of one (see KernelOf).
struct Kernel {
  std::string name;
  const Op* op = nullptr;
  uint64_t effects = 0;  // Bit per effect of Effects() that can touch it.
  // Under which each effect must be killed: those that can hold of the kernel,
  // and under which the effect can show (vacuous.h). By effect.
  std::vector<ConditionSet> due = {};
  ConditionSet any_due = {};  // Of some effect.
  bool needs_two = false;     // Vectors of two families: it moves elements.
};

// Every kernel, sorted by name.
const std::vector<Kernel>& Kernels();

// Its number in Kernels(). Throws std::out_of_range for another name.
std::size_t KernelNumber(const std::string& name);

// One kernel with bugs in some steps of a case: those conditions hold in
// exactly these steps.
struct Shot {
  std::size_t kernel = 0;
  ConditionSet conditions = {};
  uint64_t ran = 0;       // Bit per effect that was run.
  uint64_t killed = 0;    // Of these: the reply differs in a facet that tells.
  uint64_t differed = 0;  // Of these: the reply differs in anything.
  bool refused = false;   // The reference refuses each of these steps.
};

// Runs cases with every bug of a kernel.
class Shooter {
 public:
  // Which effects of a kernel are worth a run in steps where these hold.
  using Wanted = std::function<uint64_t(std::size_t kernel,
                                        const ConditionSet& conditions)>;

  Shooter();

  // The vector's case with each bug. A bug is killed if the reply differs in
  // shape, values, strides or aliasing.
  std::vector<Shot> Shoot(const Vector& vector, const Wanted& wanted);

  // A case as a vector: what the reference gives, and the other world.
  // Nothing if the case is beyond the bounds, or has several such worlds.
  std::optional<Vector> VectorOf(Case test);

 private:
  void Run(const Vector& vector, uint32_t steps, uint64_t effects, Shot& shot);

  std::unique_ptr<Subject> reference_;
  Comparator comparator_;
  std::vector<std::unique_ptr<MaskedMutant>> mutants_;  // As Effects().
  Reply reply_;
  Judgement judgement_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_SHOTS_H_
