#ifndef VIEWPROOF_CONFORMANCE_MODEL_ITEM_H_
#define VIEWPROOF_CONFORMANCE_MODEL_ITEM_H_

#include "conformance/model/model.h"
#include "conformance/model/tensor.h"
#include "reference/index/index.h"

namespace viewproof::model {

// x[index]: for a basic index a view, else a copy of the elements named.
Made GetItem(const Tensor& x, const Index<Tensor>& index);

// x[index] = value, through addresses.
Result<Written> SetItem(const Tensor& x, const Index<Tensor>& index,
                        const NumberOr<Tensor>& value);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_ITEM_H_
