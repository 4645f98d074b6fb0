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

// expand() to the sizes of another tensor (spec: expand_as).
//
//   sizes, strides, offset  as of expand(other.sizes)         expand_as.r1
//
// Errors: expand_as.e1 if other has a lower rank;
//         expand_as.e2 if a size of it differs from one that is not 1;
//         expand_as.e3 if a stride exceeds int64.
Result<Geometry> ExpandAs(const Geometry& operand, const Geometry& other);

// expand() under another name (spec: broadcast_to).
//
//   sizes, strides, offset  as of expand(size)                broadcast_to.r1
//
// Errors: broadcast_to.e1 .. broadcast_to.e5, as expand.e1 .. expand.e5.
Result<Geometry> BroadcastTo(const Geometry& operand, const Ints& size);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_EXPAND_H_
