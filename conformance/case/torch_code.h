#ifndef VIEWPROOF_CONFORMANCE_CASE_TORCH_CODE_H_
#define VIEWPROOF_CONFORMANCE_CASE_TORCH_CODE_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// The case as lines of Python that PyTorch runs after `import torch`: t0 is the
// base, t1 what step 1 gives, and so on. `outcomes` are what its steps are due
// to give: they say which tensor each step acts on. A query or a `read` is
// printed; a step that is due to fail says so. Requires: the base is strided.
std::vector<std::string> TorchCode(const Case& test,
                                   const std::vector<Outcome>& outcomes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_TORCH_CODE_H_
