#ifndef VIEWPROOF_REFERENCE_OPS_UNFLATTEN_H_
#define VIEWPROOF_REFERENCE_OPS_UNFLATTEN_H_

#include <cstdint>

#include "reference/core/error.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Splits one dimension into several (spec: unflatten).
//
//   sizes    [.. s ..]  ->  [.. sizes ..], -1 standing for the number
//                           that fits                          unflatten.r1
//   strides, offset  those of view(); a view always exists     unflatten.r2
//
// A negative dimension counts from the end (spec: dim.d1).
//
// Errors: unflatten.e1 if dim lies outside [-rank, rank), rank 0 counting as 1;
//         unflatten.e2 if sizes is empty;
//         unflatten.e3 if the rank is 0;
//         unflatten.e4, unflatten.e5 entry by entry: one below -1; a second -1;
//         unflatten.e6 if a -1 is ambiguous beside a 0;
//         unflatten.e7 if the sizes do not multiply to that of dim;
//         unflatten.e8 if numel is 0 and a row-major stride exceeds int64.
Result<Geometry> Unflatten(const Geometry& operand, int64_t dim,
                           const Ints& sizes);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_UNFLATTEN_H_
