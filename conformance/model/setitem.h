#ifndef VIEWPROOF_CONFORMANCE_MODEL_SETITEM_H_
#define VIEWPROOF_CONFORMANCE_MODEL_SETITEM_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"
#include "reference/index/index.h"

namespace viewproof::model {

// x[index] = value, through addresses.
Result<Written> SetItem(const Tensor& x, const Index<Tensor>& index,
                        const NumberOr<Tensor>& value);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_SETITEM_H_
