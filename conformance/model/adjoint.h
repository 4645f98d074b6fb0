#ifndef VIEWPROOF_CONFORMANCE_MODEL_ADJOINT_H_
#define VIEWPROOF_CONFORMANCE_MODEL_ADJOINT_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// H: the conjugate transpose of a matrix.
TensorOrError ConjugateTranspose(const Tensor& x);

// mH, adjoint: the same of the last two dimensions.
TensorOrError BatchConjugateTranspose(const Tensor& x);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_ADJOINT_H_
