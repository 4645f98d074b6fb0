#include "reference/ops/adjoint.h"

#include <cstdint>

#include "reference/ops/complex.h"
#include "reference/ops/permute.h"

namespace viewproof {
namespace {

// The last two dimensions exchanged, and conjugated. Requires: rank 0, or 2 and
// above.
TensorOrItself ConjugateTransposed(const Tensor& operand) {
  if (operand.geometry.rank() == 0) return Conj(operand);
  Tensor transposed =
      ViewOf(operand, Transpose(operand.geometry, -2, -1).value());
  transposed.conj ^= IsComplex(operand.dtype);
  return transposed;
}

}  // namespace

Result<TensorOrItself> ConjugateTranspose(const Tensor& operand) {
  const int64_t rank = operand.geometry.rank();
  if (rank != 0 && rank != 2) {
    return Error{"H.e1"};
  }
  return ConjugateTransposed(operand);  // H.r1 H.r2
}

Result<TensorOrItself> BatchConjugateTranspose(const Tensor& operand) {
  const int64_t rank = operand.geometry.rank();
  if (rank == 1) return Error{"mH.e1"};
  return ConjugateTransposed(operand);  // mH.r1 mH.r2
}

}  // namespace viewproof
