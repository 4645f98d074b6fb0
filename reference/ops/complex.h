#ifndef VIEWPROOF_REFERENCE_OPS_COMPLEX_H_
#define VIEWPROOF_REFERENCE_OPS_COMPLEX_H_

#include "reference/core/error.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The conjugates, in place (spec: conj).
//
//   complex  ->  the same geometry, the conjugate bit flipped    conj.r1
//   other    ->  the operand itself                                  conj.r2
TensorOrItself Conj(const Tensor& operand);

// Every complex number as two real ones (spec: view_as_real).
//
//   sizes    [..]  ->  [.., 2]                                view_as_real.r1
//   strides  [..]  ->  [2 * .., 1], offset doubled            view_as_real.r2
//   dtype    that of one part; the negative bit stays         view_as_real.r3
//
// Errors: view_as_real.e1 if the operand is not complex;
//         view_as_real.e2 if it has the conjugate bit;
//         view_as_real.e3 if the result exceeds int64.
Result<Tensor> ViewAsReal(const Tensor& operand);

// Every two real numbers as a complex one (spec: view_as_complex).
//
//   sizes    [.., 2]  ->  [..] view_as_complex.r1 strides  [.., 1]  ->  [.. /
//   2], offset halved             view_as_complex.r2 dtype    of twice the item
//   size; the negative bit stays   view_as_complex.r3
//
// A stride of a size-1 dimension is rounded down.
//
// Errors: view_as_complex.e1 if the operand is not float32 or float64;
//         view_as_complex.e2 if its rank is 0;
//         view_as_complex.e3 if its last size is not 2;
//         view_as_complex.e4 if its last stride is not 1;
//         view_as_complex.e5 if a stride of another size than 1 is odd;
//         view_as_complex.e6 if its offset is odd.
Result<Tensor> ViewAsComplex(const Tensor& operand);

// The real parts (spec: real).
//
//   complex  ->  view_as_real of what is stored, [.., 0]      real.r1
//   other    ->  the operand itself                           real.r2
//
// Errors: real.e1 if view_as_real.e3 holds.
Result<TensorOrItself> Real(const Tensor& operand);

// The imaginary parts (spec: imag).
//
//   complex  ->  view_as_real of what is stored, [.., 1]; a conjugate bit turns
//                the negative bit over                        imag.r1 imag.r2
//
// Errors: imag.e1 if the operand is not complex;
//         imag.e2 if view_as_real.e3 holds.
Result<Tensor> Imag(const Tensor& operand);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_COMPLEX_H_
