#ifndef VIEWPROOF_CONFORMANCE_MODEL_VIEW_H_
#define VIEWPROOF_CONFORMANCE_MODEL_VIEW_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// The same elements in row-major order, in other sizes.
// Abstains above kListed elements.
Viewed View(const Tensor& x, const Ints& size);

// Another tensor in the same place.
Tensor Detach(const Tensor& x);

// `size`, its -1 replaced so that the sizes multiply to `count`.
// Errors: kArgument below -1, kInference, kSize.
Result<Ints> InferSizes(const Ints& size, Wide count);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_VIEW_H_
