#ifndef VIEWPROOF_TOOLS_GOLDEN_CHECK_CASE_H_
#define VIEWPROOF_TOOLS_GOLDEN_CHECK_CASE_H_

#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// Returns what is wrong with a vector as one of profile kernels, or as one that
// is not: a vector of kernels has a base that digests, no refused step, and no
// step that makes more than kMaxCopied elements; no other has `fill: cycle`.
std::vector<std::string> KernelsProblemsOf(const Vector& vector);

// Returns what a chain may not do with its tensors if its steps come out so, in
// the world of that name: let an op act on a dtype for which that is
// unspecified (spec: dtype.u2), or write bytes that another dtype of the chain
// may not hold (view_dtype.u1); drop the current tensor, or the last one of a
// storage. Requires: an outcome for each step.
std::vector<std::string> ProblemsOfTensors(const Case& test,
                                           std::string_view world,
                                           const std::vector<Outcome>& steps);

// The steps after which a tensor has an element whose sign or bits are
// unspecified (tensor.u1). Requires: the tensors that it names exist.
std::vector<std::string> ProblemsOfSigns(const Case& test);

inline constexpr int64_t kMaxGoldenRank = 16;

// Every reason why golden/ may not hold this case, whatever its outcome: one
// sentence each, beginning with the field. If there is none, it can be run.
// `max_rank` is kMaxGoldenRank or, for the flag HighRank, kMaxRank.
std::vector<std::string> ProblemsOf(const Case& test, int64_t max_rank);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_CHECK_CASE_H_
