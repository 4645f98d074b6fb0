#ifndef VIEWPROOF_REFERENCE_OPS_WRITE_H_
#define VIEWPROOF_REFERENCE_OPS_WRITE_H_

#include <cstdint>

#include "reference/core/dtype.h"
#include "reference/core/error.h"
#include "reference/core/tensor.h"

namespace viewproof {

// A write changes elements in place and no header (spec: write.d1), so there is
// nothing to return.
struct Written {};

// A tensor of rank 0 that holds a number.
Tensor NumberTensor(const Scalar& number, DType dtype);

// Makes the element of `target` at address `to` that of `source` at `from`,
// as their bits show it (spec: write.d2), converted to the dtype (dtype.d2).
void CopyElement(const Tensor& target, int64_t to, const Tensor& source,
                 int64_t from);

// Makes every element of `target` the number `value` (spec: fill_).
//
//   elements  ->  value, converted to the dtype    fill_.r1
//   every other byte of the storage  kept          fill_.r2
//
// Errors: fill_.e2 if the dtype does not take the number;
//         fill_.e1 if the target has a bit and copy_.e1 holds of it.
Result<Written> Fill(const Tensor& target, const Scalar& value);

// Makes every element of `target` 0 (spec: zero_).
//
//   elements, other bytes  as by Fill    zero_.r1
//
// Errors: zero_.e1 as fill_.e1.
Result<Written> Zero(const Tensor& target);

// Makes every element of `target` that of `source` at the same index, a size of
// 1 in the source standing for every index (spec: copy_).
//
//   dtype, geometry and bits on one storage equal  ->  nothing  copy_.r1
//   elements  ->  those of source, converted to the dtype       copy_.r2
//   every other byte of the storage  kept                       copy_.r3
//
// Where the target's elements overlap each other or the source's and no error
// is listed, the values are unspecified (spec: write.u1).
//
// Errors: copy_.e1 if a dimension of the target above size 1 has stride 0;
//         copy_.e2 if dense byte ranges of both overlap but not entirely;
//         copy_.e3 if the source does not broadcast to the target's sizes.
Result<Written> Copy(const Tensor& target, const Tensor& source);

// Adds to every element of `target` that of `other` at the same index, a size
// of 1 in `other` standing for every index (spec: add_).
//
//   elements  ->  the sums                add_.r1 add_.r2
//   every other byte of the storage  kept  add_.r3
//
// Requires: a number is an element of the target's dtype, a tensor has that
// dtype (spec: add_.u1).
//
// Errors: add_.e1 if a dimension of the target above size 1 has stride 0;
//         add_.e2 if neither has a bit and dense byte ranges overlap in part;
//         add_.e3 if `other` does not broadcast to the target's sizes;
//         add_.e4 if a number is of no kind that the dtype adds.
Result<Written> Add(const Tensor& target, const NumberOr<Tensor>& other);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_WRITE_H_
