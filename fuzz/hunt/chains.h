#ifndef VIEWPROOF_FUZZ_HUNT_CHAINS_H_
#define VIEWPROOF_FUZZ_HUNT_CHAINS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/gate/gate.h"
#include "conformance/gen/gen.h"
#include "conformance/judge/plan.h"
#include "conformance/subjects/conditions.h"
#include "conformance/subjects/subject.h"
#include "fuzz/hunt/expectation.h"
#include "fuzz/hunt/whole_chains.h"

namespace viewproof {

inline constexpr int64_t kMaxBaseRank = 16;  // A base has no higher one.

// Says which chains are drawn.
struct ChainOptions {
  uint64_t seed = 1;
  std::vector<std::string> ops;   // These are asked; empty: all of hello's.
  std::vector<Profile> profiles;  // Profiles of these ops; empty: all.
  int64_t min_rank = 0;           // The base has no lower one.
  int64_t max_rank = kMaxBaseRank;
};

// Changes with every change of what is drawn for a number: 0.1.0 cases 17 and
// 0.2.0 cases 17 need not be the same.
inline constexpr int64_t kGeneratorVersion = 5;

// Draws cases of 1 to 12 steps for a subject, of ops and dtypes that its hello
// declares. A quarter have two tensors at two levels (PairCase). Six of ten are
// directed at up to six ops on one tensor (CaseAt), which may have 16
// dimensions and thousands of elements; most of these at an op and a condition
// under which it may be wrong: a cast, what ran before, or any other one. In
// the others a base has at most 4 dimensions and 255 elements. So that one bug
// does not hide the others:
//   - an op with known failures ends 15 of 16 chains that hold it
//   - an op that is known to die is left out of 31 of 32, and ends the others
//   - a chain ends with its last step of an op that is asked, and the `read`
//     that follows it; borrowed ops are never asked
//   - with its first error, if the subject cannot go on after one
//   - before the second step that may view or copy
class Chains : public Cases {
 public:
  // `hello` is kept. `gate` may be null. Throws BadInput if there is no op to
  // ask.
  Chains(const Hello& hello, const Gate* gate, const ChainOptions& options,
         SubjectRole role = SubjectRole::kLibrary);

  // Overwrites `vector` with case `number`, which depends on the number, the
  // seed, hello and the gate file alone. False if none was found for this
  // number that the subject may be asked (Planner).
  bool Draw(int64_t number, Vector& vector) override;
  std::string NameOf(int64_t number) const override;
  const SkipCounts& skipped() const override { return planner_.skipped(); }

 private:
  // An op that is asked, and a condition that can hold when it runs.
  struct Cell {
    std::string kernel;
    const Condition* condition;
  };

  std::optional<Case> AnyPair(Chooser& choose) const;
  Case AimedCase(Chooser& choose) const;
  Case AnyTest(Chooser& choose) const;
  bool TryToDraw(Chooser& choose, Vector& vector);
  bool Cut(Chooser& choose, std::vector<Step>& chain) const;
  bool CutAfterAsked(std::vector<Step>& chain) const;
  bool IsAsked(const Op& op) const;

  const Hello& hello_;
  const ChainOptions options_;
  GenOptions drawn_;
  std::vector<const Op*> asked_;
  // Those of casts and of what ran before stand apart: they are many for few
  // ops, or few for many.
  std::vector<Cell> casts_;
  std::vector<Cell> histories_;
  std::vector<Cell> cells_;
  std::vector<std::string_view> pair_kernels_;  // Some of kPairKernels.
  bool walks_ = false;                     // All ops of a WalkCase are asked.
  std::vector<std::string_view> failing_;  // Ops, by the gate file.
  std::vector<std::string_view> dying_;
  Expectation expectation_;
  Planner planner_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_CHAINS_H_
