#ifndef VIEWPROOF_REFERENCE_OPS_MOVEDIM_H_
#define VIEWPROOF_REFERENCE_OPS_MOVEDIM_H_

#include "reference/core/error.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Takes some dimensions out and puts each in at another place; the others keep
// their order (spec: movedim).
//
//   sizes, strides  source[k]  ->  destination[k]                   movedim.r1
//   offset          unchanged
//   empty lists, or rank 0  ->  the operand's geometry              movedim.r2
//
// Negative dimensions count from the end; rank 0 counts as 1 (spec: dim.d2).
//
// Errors: movedim.e1 if the lists differ in length;
//         movedim.e2 if an entry of source lies outside [-rank, rank);
//         movedim.e3 if one of destination does;
//         movedim.e4 if two entries of source name the same dimension;
//         movedim.e5 if two of destination do.
Result<Geometry> MoveDim(const Geometry& operand, const Ints& source,
                         const Ints& destination);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_MOVEDIM_H_
