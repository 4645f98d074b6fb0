#ifndef VIEWPROOF_CONFORMANCE_CASE_SPARSE_FACTS_H_
#define VIEWPROOF_CONFORMANCE_CASE_SPARSE_FACTS_H_

#include <string_view>

#include "conformance/case/case.h"

namespace viewproof {

// What is wrong with a base, whatever its number of elements; empty if nothing
// is.
std::string_view FaultOf(const Base& base);
// The indices of a sparse base: int64, [sparse dimensions, entries].
Literal IndicesOf(const Coo& coo);

// Whether a step on `operand` needs the base to be strided, and it is sparse.
// No subject is asked to run such a step.
bool MisusesSparse(const Base& base, const Step& step, OutputRef operand);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_SPARSE_FACTS_H_
