#ifndef VIEWPROOF_CONFORMANCE_MODEL_WRITE_H_
#define VIEWPROOF_CONFORMANCE_MODEL_WRITE_H_

#include <cstdint>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// Makes every element of x `value`.
Result<Written> Fill(const Tensor& x, int64_t value);

// Makes the elements of x those of src, which is expanded to the sizes of x.
Result<Written> Copy(const Tensor& x, const Tensor& src);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_WRITE_H_
