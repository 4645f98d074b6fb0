#ifndef VIEWPROOF_CONFORMANCE_CASE_TORCH_CODE_H_
#define VIEWPROOF_CONFORMANCE_CASE_TORCH_CODE_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// Says how Python calls a tensor of the case.
using TensorNames = std::function<std::string(OutputRef)>;

// A step as Python spells it after its operand: "x.view(2, 3)"; of no operand
// ".view(2, 3)".
std::string TorchCall(const Step& step, const std::string& operand,
                      const TensorNames& name);

// The case as lines of Python that PyTorch runs after `import torch`: t0 is the
// base, t1 what step 1 gives, and so on. `outcomes` are what its steps are due
// to give: they say which tensor each step acts on. A query or a `read` is
// printed; a step that is due to fail says so. Requires: the base is strided.
std::vector<std::string> TorchCode(const Case& test,
                                   const std::vector<Outcome>& outcomes);

// Says which library's Python an assertion is of.
enum class Library { kTorch, kNumpy };

// A line of Python that fails unless an output has the `field` that is due:
// "assert t1.stride() == (1, 3)"; after a step that is due to fail one that
// nothing reaches there. `outcomes` are those that are due. Empty: the field is
// none that the library shows, or it has too many values.
std::string AssertionCode(const Case& test,
                          const std::vector<Outcome>& outcomes, OutputRef ref,
                          std::string_view field, Library library);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_TORCH_CODE_H_
