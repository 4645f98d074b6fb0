#ifndef VIEWPROOF_CONFORMANCE_MODEL_GETITEM_H_
#define VIEWPROOF_CONFORMANCE_MODEL_GETITEM_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"
#include "reference/index/index.h"

namespace viewproof::model {

// x[index]: for a basic index a view, else a copy of the elements named.
TensorOrError GetItem(const Tensor& x, const Index<Tensor>& index);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_GETITEM_H_
