#ifndef VIEWPROOF_TOOLS_GOLDEN_CHECK_TENSORS_H_
#define VIEWPROOF_TOOLS_GOLDEN_CHECK_TENSORS_H_

#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// What a chain may not do with its tensors if its steps come out so, in the
// world of that name: let an op act on a dtype for which that is unspecified
// (spec: dtype.u2), or write bytes that another dtype of the chain may not hold
// (view_dtype.u1); drop the current tensor, or the last one of a storage.
// Requires: an outcome for each step.
std::vector<std::string> ProblemsOfTensors(const Case& test,
                                           std::string_view world,
                                           const std::vector<Outcome>& steps);

// The steps after which a tensor has an element whose sign or bits are
// unspecified (tensor.u1). Requires: the tensors that it names exist.
std::vector<std::string> ProblemsOfSigns(const Case& test);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_CHECK_TENSORS_H_
