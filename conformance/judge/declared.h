#ifndef VIEWPROOF_CONFORMANCE_JUDGE_DECLARED_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_DECLARED_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/plan.h"

namespace viewproof {

// The abilities that a subject needs to be run on a case, but for `views`,
// which takes as long as to answer it (NeedsViews, worlds.h), and for
// error_kind, which takes looking at all its neighbours
// (tools/golden/requires.h).
Requires NeedsOf(const Case& test, const std::vector<Outcome>& expect,
                 const std::vector<Outcome>& alternative);

// Looks for vectors that would find a lie: for each op that hello says to copy,
// and for each write if writes rebind, a vector that comes out otherwise, in a
// declared facet, where that op alone does as in PyTorch.
class DeclarationCheck {
 public:
  explicit DeclarationCheck(const Hello& hello);

  // Looks at a vector. False once nothing is left to look for.
  bool See(const Vector& vector);

  // The ops that nothing has shown yet; sorted.
  const std::vector<std::string>& unseen() const { return unseen_; }

 private:
  bool Shows(const Vector& vector, const std::vector<World>& worlds,
             const std::string& op);

  const Hello hello_;
  Planner planner_;
  Comparator comparator_;
  WorldReference library_;
  std::vector<std::string> unseen_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_DECLARED_H_
