#ifndef VIEWPROOF_REFERENCE_OPS_FLIP_H_
#define VIEWPROOF_REFERENCE_OPS_FLIP_H_

#include "reference/core/error.h"
#include "reference/core/tensor.h"

namespace viewproof {

// A copy in which some dimensions run backwards (spec: flip).
//
//   elements  ->  from the other end of each named dimension    flip.d1
//   sizes, strides, offset, bits  ->  as by Clone               flip.r1
//
// Errors: flip.e1 if a dimension is out of range;
//         flip.e2 if a dimension is named twice;
//         flip.e3 if the bytes of the copy exceed int64; of an operand with a
//         bit
//                 before the others.
Result<Tensor> Flip(const Tensor& operand, const Ints& dims);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_FLIP_H_
