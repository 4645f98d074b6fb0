#ifndef VIEWPROOF_TOOLS_GOLDEN_PRUNE_H_
#define VIEWPROOF_TOOLS_GOLDEN_PRUNE_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/diagnose/kill_matrix.h"

namespace viewproof {

// The ids of vectors that golden/ could do without, sorted. Those of the
// largest cases go first, as long as each rule, flag, pair of errors and
// misreading (Mutants()) of an op that they show is shown by a vector of the
// same profile that stays, and each bug of a kernel (kills.h) is killed as well
// without them. The smallest that have levels of pairs (pairs.h) stay. Only ids
// that match the glob `only` go. The order of `vectors` does not matter.
// Requires: `matrix` has a row of each.
std::vector<std::string> SparedOf(const std::vector<Vector>& vectors,
                                  const KillMatrix& matrix,
                                  const std::string& only);

// A sentence for each misreading that no vector shows of some ops, which it
// names. Requires: the same.
std::vector<std::string> Unshown(const std::vector<Vector>& vectors,
                                 const KillMatrix& matrix);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_PRUNE_H_
