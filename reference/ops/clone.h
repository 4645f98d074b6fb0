#ifndef VIEWPROOF_REFERENCE_OPS_CLONE_H_
#define VIEWPROOF_REFERENCE_OPS_CLONE_H_

#include "reference/core/error.h"
#include "reference/core/tensor.h"
#include "reference/ops/memory_format.h"

namespace viewproof {

// A copy of the operand, never itself (spec: clone).
//
//   elements, sizes, dtype  ->  the same, on a new storage     clone.d1
//   offset, bits  ->  0, none                                  clone.d1
//   strides  ->  the same if the operand is dense              clone.r1
//            ->  otherwise in the same order, without gaps     clone.r2
//
// Errors: clone.e1 if the bytes of the copy exceed int64.
Result<Tensor> Clone(const Tensor& operand);

// A copy of the operand in a memory format, never itself (spec: clone_format).
//
//   contiguous_format  ->  row-major strides            clone_format.r1
//   preserve_format  ->  as by Clone                    clone_format.r2
//   channels_last, channels_last_3d  ->  its strides    clone_format.r3
//
// Errors: clone_format.e1 if the bytes of the copy exceed int64, or, unless
//                         the format is preserve_format, a row-major stride;
//         clone_format.e2 if the rank is not the format's.
Result<Tensor> CloneIn(const Tensor& operand, MemoryFormat format);

// The operand itself, or a copy of it without bits if its conjugate bit is set
// (spec: resolve_conj).
//
//   conjugate bit not set  ->  itself         resolve_conj.r1
//   set  ->  as by Clone: neither bit         resolve_conj.r2
//
// Errors: resolve_conj.e1 if the bytes of the copy exceed int64.
Result<TensorOrItself> ResolveConj(const Tensor& operand);

// The operand itself, or a copy of it without bits if its negative bit is set
// (spec: resolve_neg).
//
//   negative bit not set  ->  itself          resolve_neg.r1
//   set  ->  as by Clone: neither bit         resolve_neg.r2
//
// Errors: resolve_neg.e1 if the bytes of the copy exceed int64.
Result<TensorOrItself> ResolveNeg(const Tensor& operand);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_CLONE_H_
