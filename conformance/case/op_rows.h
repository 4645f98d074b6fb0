#ifndef VIEWPROOF_CONFORMANCE_CASE_OP_ROWS_H_
#define VIEWPROOF_CONFORMANCE_CASE_OP_ROWS_H_

#include <vector>

#include "conformance/case/ops.h"

namespace viewproof {

// The row of every op, in any order. For ops.cc: everyone else calls Ops().
std::vector<Op> OpRows();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_OP_ROWS_H_
