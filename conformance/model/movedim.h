#ifndef VIEWPROOF_CONFORMANCE_MODEL_MOVEDIM_H_
#define VIEWPROOF_CONFORMANCE_MODEL_MOVEDIM_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// Dimension source[k] becomes dimension destination[k]; the others keep their
// order.
TensorOrError MoveDim(const Tensor& x, const Ints& source,
                      const Ints& destination);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_MOVEDIM_H_
