#ifndef VIEWPROOF_CONFORMANCE_CASE_SUGGEST_H_
#define VIEWPROOF_CONFORMANCE_CASE_SUGGEST_H_

#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// "; did you mean numpy, numba?": the names nearest to `name`; empty when none
// is near.
std::string DidYouMean(std::string_view name,
                       const std::vector<std::string_view>& names);

// The same among the names of ops.
std::string DidYouMeanOp(std::string_view name);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_SUGGEST_H_
