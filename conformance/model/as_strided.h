#ifndef VIEWPROOF_CONFORMANCE_MODEL_AS_STRIDED_H_
#define VIEWPROOF_CONFORMANCE_MODEL_AS_STRIDED_H_

#include <cstdint>
#include <optional>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// Element i lies at storage_offset + the sum of i[d] * stride[d], in elements
// of the storage. No offset: where x starts.
TensorOrError AsStrided(const Tensor& x, const Ints& size, const Ints& stride,
                        std::optional<int64_t> storage_offset);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_AS_STRIDED_H_
