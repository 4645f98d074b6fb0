#ifndef VIEWPROOF_CONFORMANCE_JUDGE_EXPLAINED_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_EXPLAINED_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/difference.h"
#include "reference/core/error_rule.h"

namespace viewproof {

// A deliberate difference between libtorch and SPEC.md: libtorch wraps an int64
// or accepts a negative size, and SPEC.md refuses it. libtorch's result may be
// a wild pointer, so no step is run after it.
struct ExplainedDifference {
  std::vector<ErrorRule> rules;  // One refuses the step; empty: none does.
  // Says how libtorch may differ; empty: it does not, but the next steps would.
  std::vector<DifferenceKind> differences;
  // True if it is about this step, given its outcome by SPEC.md.
  bool (*applies)(const Step& step, const Output& operand,
                  const Outcome& expected);
  std::string_view reason;
  std::vector<std::string_view> examples;  // Cases whose last step shows it.
};

const std::vector<ExplainedDifference>& ExplainedDifferences();

// The first step of a case that an entry is about.
struct ExplainedStep {
  std::size_t steps = 0;  // The case has so many up to it, itself included.
  const ExplainedDifference* entry = nullptr;  // Null: there is none.
};

// Requires: `outcomes` are the reference's, and show all that it shows.
ExplainedStep FindExplained(const Case& test,
                            const std::vector<Outcome>& outcomes);

// Returns whether the entry of the last step of a case explains the difference.
bool Explains(const ExplainedDifference& entry, const Case& test,
              const Difference& difference);

// A case cut after its first step that an entry is about.
struct Cut {
  Case test;
  const ExplainedDifference* explained =
      nullptr;  // It is about the last step; null: none.
};

// Requires: `reply` is the reference's.
Cut CutAtExplained(const Case& test, const Reply& reply);

// Returns whether a difference of the cut case is the one that its entry
// explains.
bool IsExplained(const Cut& cut, const Difference& difference);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_EXPLAINED_H_
