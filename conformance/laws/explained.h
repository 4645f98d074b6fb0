#ifndef VIEWPROOF_CONFORMANCE_LAWS_EXPLAINED_H_
#define VIEWPROOF_CONFORMANCE_LAWS_EXPLAINED_H_

#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/difference.h"

namespace viewproof {

// A difference between libtorch and SPEC.md that is meant: where libtorch wraps
// an int64 or takes a negative size, SPEC.md says the safe thing. What libtorch
// makes there may be a wild pointer, so no step is run behind it.
struct Explained {
  std::string_view rules;  // That refuse the step; empty: it is accepted.
  // What libtorch may do instead; empty: the same, but it leaves behind what
  // the next steps would show.
  std::vector<DifferenceKind> differences;
  // Which steps it is about, given what SPEC.md makes of them.
  bool (*applies)(const Step& step, const Output& operand,
                  const Outcome& expected);
  std::string_view reason;
  std::string_view example;  // Case text whose last step shows it.
};

const std::vector<Explained>& ExplainedDifferences();

// A case cut behind its first step that an entry is about.
struct Cut {
  Case test;
  const Explained* explained = nullptr;  // Of the last step; null: none.
};

// Requires: `reply` is the reference's.
Cut CutAtExplained(const Case& test, const Reply& reply);

// Whether a difference of the cut case is the one that its entry explains.
bool IsExplained(const Cut& cut, const Difference& difference);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_EXPLAINED_H_
