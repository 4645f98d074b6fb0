#ifndef VIEWPROOF_REFERENCE_OPS_DTYPE_VIEW_H_
#define VIEWPROOF_REFERENCE_OPS_DTYPE_VIEW_H_

#include "reference/core/dtype.h"
#include "reference/core/error.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The same bytes as elements of another dtype, `ratio` times smaller or larger:
// Tensor.view(dtype) (spec: view_dtype). Strict even where nothing is at stake:
// sizes of 0 and 1 excuse no stride.
//
//                    same item size   smaller   larger
//   last size        kept             * ratio   / ratio   view_dtype.r2 .r3 .r4
//   last stride      kept             1         1
//   other strides    kept             * ratio   / ratio
//   offset           kept             * ratio   / ratio
//
// Errors: view_dtype.e1, view_dtype.e2 if the operand is conjugate, negative;
//         view_dtype.e3 if the item sizes differ and the rank is 0;
//         view_dtype.e4, view_dtype.e5 if ratio does not divide the last size,
//                       the offset (a larger dtype);
//         view_dtype.e6 if the item sizes differ and the last stride is not 1;
//         view_dtype.e7 if ratio does not divide a stride (a larger dtype);
//         view_dtype.e8 if a number exceeds int64 (a smaller dtype).
Result<Tensor> ViewDType(const Tensor& operand, DType dtype);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_DTYPE_VIEW_H_
