#ifndef VIEWPROOF_CONFORMANCE_GEN_WRITE_PROBLEMS_H_
#define VIEWPROOF_CONFORMANCE_GEN_WRITE_PROBLEMS_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// What is wrong with the writes of a case that comes out as `steps`: a value
// that they leave unspecified. `plain`: its chain without tensors of the case
// in indexes (WithIndexLiterals). Requires: every tensor that is named exists.
std::vector<std::string> WriteProblems(const Case& test,
                                       const std::vector<Outcome>& steps,
                                       const std::vector<Step>& plain);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_WRITE_PROBLEMS_H_
