#ifndef VIEWPROOF_CONFORMANCE_JUDGE_BORROWED_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_BORROWED_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/judge/difference.h"

namespace viewproof {

// A borrowed op is compared like any other, and nothing that it does is blamed
// on the library. Removes differences in facets that are not demanded, of a
// borrowed step. If the first demanded difference is the fault of a borrowed
// op, returns that op; else "". A `read` that shows it is the fault of the last
// write, else of the op that made the tensor; if that op is borrowed, of the
// next own op towards the base, which then is to blame.
std::string BorrowedAtFault(const Case& test,
                            const std::vector<Outcome>& expect,
                            const std::vector<std::string>& borrowed,
                            Facets due, std::vector<Difference>& differences);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_BORROWED_H_
