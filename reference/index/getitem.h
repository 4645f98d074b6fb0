#ifndef VIEWPROOF_REFERENCE_INDEX_GETITEM_H_
#define VIEWPROOF_REFERENCE_INDEX_GETITEM_H_

#include "reference/core/error.h"
#include "reference/index/index.h"
#include "reference/core/tensor.h"

namespace viewproof {

// operand[index] (spec: getitem).
//
//   a basic index     ->  the part: a view          getitem.r1
//   an advanced one   ->  a copy of what it names   getitem.r2
//
// The strides of the copy are row-major here; no one may rely on them (spec:
// getitem.u1). Requires: what an advanced index names fits int64.
//
// Errors: index.e1 to index.e9 (part.h, numbers.h, selection.h).
Result<Tensor> GetItem(const Tensor& operand, const Index<Tensor>& index);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_INDEX_GETITEM_H_
