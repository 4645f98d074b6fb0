#ifndef VIEWPROOF_TOOLS_GOLDEN_KILLS_H_
#define VIEWPROOF_TOOLS_GOLDEN_KILLS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/compare.h"
#include "conformance/subjects/conditions.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// What the vectors say of one bug: an effect (a mutant) under one condition in
// one kernel (see KernelOf).
struct Kills {
  uint32_t fired = 0;         // Vectors in which the condition holds.
  uint32_t vectors = 0;       // Of these, those that fail.
  uint64_t family = 0;        // Of the first that fails: the hash of its `why`.
  bool two_families = false;  // Not only lines of one grid fail.
};

// The bugs of one kernel with one effect: one entry per condition.
struct KillRow {
  const Op* op = nullptr;
  const Mutant* mutant = nullptr;
  std::vector<Kills> by_condition;  // Parallel to Conditions().
};

// Runs every effect under every condition against vectors. A vector kills a bug
// if the reply differs in shape, values, strides or aliasing.
class KillTable {
 public:
  KillTable();

  void Add(const Vector& vector);
  const std::map<std::string, std::vector<KillRow>>& kernels() const {
    return kernels_;
  }

  // Whether a bug needs to be killed: every condition for kernels that move
  // elements, those of headers for the others.
  static bool IsDue(const Op& op, std::string_view kernel,
                    const Condition& condition);
  // Whether enough vectors fail: one of an op that makes headers, two families
  // of an op that moves elements.
  static bool IsKilled(const Op& op, const Kills& kills);

 private:
  void AddRow(const Vector& vector, std::string_view kernel, uint32_t steps,
              const std::vector<uint32_t>& holds, KillRow& row);

  std::unique_ptr<Subject> reference_;
  Comparator comparator_;
  std::vector<std::unique_ptr<MaskedMutant>> masked_;  // Parallel to Effects().
  std::map<std::string, std::vector<KillRow>> kernels_;
  Reply reply_;
  Judgement judgement_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_KILLS_H_
