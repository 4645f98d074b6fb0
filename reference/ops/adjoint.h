#ifndef VIEWPROOF_REFERENCE_OPS_ADJOINT_H_
#define VIEWPROOF_REFERENCE_OPS_ADJOINT_H_

#include "reference/core/error.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The conjugate transpose of a matrix (spec: H).
//
//   [m, n]  ->  [n, m], conjugated as by conj                 H.r1
//   []      ->  conj                                          H.r2
//
// Errors: H.e1 if the rank is neither 0 nor 2.
Result<TensorOrItself> ConjugateTranspose(const Tensor& operand);

// The same of a batch of matrices (spec: mH).
//
//   [.., m, n]  ->  [.., n, m], conjugated as by conj         mH.r1
//   []          ->  conj                                      mH.r2
//
// Errors: mH.e1 if the rank is 1.
Result<TensorOrItself> BatchConjugateTranspose(const Tensor& operand);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_ADJOINT_H_
