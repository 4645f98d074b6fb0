#ifndef VIEWPROOF_REFERENCE_OPS_EXPAND_H_
#define VIEWPROOF_REFERENCE_OPS_EXPAND_H_

#include "reference/core/error.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Repeats dimensions of size 1, and puts new ones in front, without a copy
// (spec: expand).
//
//   sizes    [s_0 .. s_n-1]  ->  size, -1 standing for the operand's  expand.r1
//   strides  kept; 0 where a dimension grows from 1                   expand.r2
//            0 in a new dimension, but with size 1: size * stride of
//            the next                                                 expand.r3
//   offset   unchanged                                                expand.r4
//
// Errors: expand.e1 if size is shorter than the rank;
//         expand.e2, expand.e3 entry by entry from the last: -1 in a new
//                    dimension; one that differs from a size that is not 1;
//         expand.e4 if an entry is below -1;
//         expand.e5 if numel or a stride exceeds int64.
Result<Geometry> Expand(const Geometry& operand, const Ints& size);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_EXPAND_H_
