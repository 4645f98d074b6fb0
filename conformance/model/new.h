#ifndef VIEWPROOF_CONFORMANCE_MODEL_NEW_H_
#define VIEWPROOF_CONFORMANCE_MODEL_NEW_H_

#include "conformance/model/tensor.h"

namespace viewproof::model {

// The elements of a literal in a storage of their own. Nothing of x matters.
Tensor New(const Tensor& x, const Tensor& literal);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_NEW_H_
