#ifndef VIEWPROOF_REFERENCE_INDEX_GETITEM_H_
#define VIEWPROOF_REFERENCE_INDEX_GETITEM_H_

#include "reference/core/error.h"
#include "reference/core/tensor.h"
#include "reference/index/index.h"

namespace viewproof {

// operand[index] (spec: getitem).
//
//   a basic index     ->  the part: a view          getitem.r1
//   an advanced one   ->  a copy of its elements    getitem.r2
//
// The strides of the copy are row-major here; no one may rely on them (spec:
// getitem.u1). Requires: the number of elements fits int64.
//
// Errors: index.e1 to index.e9 (basic.h, picks.h, selection.h).
Result<Tensor> GetItem(const Tensor& operand, const Index<Tensor>& index);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_INDEX_GETITEM_H_
