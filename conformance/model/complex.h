#ifndef VIEWPROOF_CONFORMANCE_MODEL_COMPLEX_H_
#define VIEWPROOF_CONFORMANCE_MODEL_COMPLEX_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// The conjugates of the elements, through a bit.
Tensor Conj(const Tensor& x);

// The real or the imaginary parts. The real part of a real number is itself.
TensorOrError Real(const Tensor& x);
TensorOrError Imag(const Tensor& x);

// Complex numbers as pairs in a last dimension of size 2, and back.
TensorOrError ViewAsReal(const Tensor& x);
TensorOrError ViewAsComplex(const Tensor& x);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_COMPLEX_H_
