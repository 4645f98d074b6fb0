#ifndef VIEWPROOF_CONFORMANCE_LAWS_OPERAND_H_
#define VIEWPROOF_CONFORMANCE_LAWS_OPERAND_H_

#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// What `reply` shows of the tensor that each step of `test` acts on; of the
// base what its definition says. Requires: strides, offset and storage are
// shown, and every operand exists.
std::vector<Output> OperandsOf(const Case& test, const Reply& reply);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_OPERAND_H_
