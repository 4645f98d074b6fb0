#ifndef VIEWPROOF_REFERENCE_INDEX_SETITEM_H_
#define VIEWPROOF_REFERENCE_INDEX_SETITEM_H_

#include "reference/core/error.h"
#include "reference/core/tensor.h"
#include "reference/index/index.h"
#include "reference/ops/write.h"

namespace viewproof {

// operand[index] = value (spec: setitem).
//
//   each indexed element  ->  the value at the same index   setitem.r1
//   an index of false     ->  nothing                       setitem.r2
//
// A number counts as a tensor of rank 0 of the operand's dtype, and a tensor's
// leading sizes of 1 do not count (setitem.d1).
//
// Errors: setitem.e8 if the operand's dtype does not take the number;
//         index.e1 to index.e4 (basic.h), then, if the index is basic,
//         setitem.e1 if the value does not broadcast;
//         setitem.e2 if the target repeats an element;
//         setitem.e3 if value and target overlap in part;
//         else setitem.e4 if the value overlaps the part;
//         setitem.e5 if a uint8 mask is to take a single element;
//         setitem.e9 if a mask is to take one that the dtype does not take;
//         index.e5 to index.e8 (picks.h, selection.h);
//         setitem.e1 as above; setitem.e6 if the value has another dtype;
//         index.e9 (selection.h).
Result<Written> SetItem(const Tensor& operand, const Index<Tensor>& index,
                        const NumberOr<Tensor>& value);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_INDEX_SETITEM_H_
