#ifndef VIEWPROOF_CONFORMANCE_MODEL_WRITE_H_
#define VIEWPROOF_CONFORMANCE_MODEL_WRITE_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"
#include "reference/core/dtype.h"

namespace viewproof::model {

// Makes every element of x `value`, if its dtype can hold that.
Result<Written> Fill(const Tensor& x, const Scalar& value);

// Makes every element of x 0.
Result<Written> Zero(const Tensor& x);

// Makes the elements of x those of src, which is expanded to the sizes of x.
Result<Written> Copy(const Tensor& x, const Tensor& src);

// Adds a number, or the elements of a tensor that is expanded to the sizes of
// x, to those of x.
Result<Written> Add(const Tensor& x, const NumberOr<Tensor>& other);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_WRITE_H_
