#ifndef VIEWPROOF_TOOLS_GOLDEN_CHECK_KERNELS_H_
#define VIEWPROOF_TOOLS_GOLDEN_CHECK_KERNELS_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// What is wrong with a vector as one of profile kernels, or as one that is not:
// a vector of kernels has a base that digests, no refused step, and no step
// that makes more than kMaxCopied elements; no other has `fill: cycle`.
std::vector<std::string> KernelsProblemsOf(const Vector& vector);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_CHECK_KERNELS_H_
