#ifndef VIEWPROOF_CONFORMANCE_CALLS_ELEMENTS_H_
#define VIEWPROOF_CONFORMANCE_CALLS_ELEMENTS_H_

#include <cstdint>
#include <vector>

#include "conformance/case/kernel.h"
#include "reference/core/geometry.h"

namespace viewproof {

// The elements of an operand of these sizes, row-major, as its declaration says
// (PROTOCOL.md, section 14). `below`: what its index numbers are less than.
// `draw`: 0, or another number for other elements of the same kind.
std::vector<Scalar> DrawElements(ElementKind kind, DType dtype,
                                 const Ints& sizes, int64_t below,
                                 int64_t draw);

// Returns whether elements of this kind may stand at several indices.
bool MayRepeat(ElementKind kind);

// Returns whether elements are integers below the number of an operand.
bool IsBelow(ElementKind kind);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_ELEMENTS_H_
