#ifndef VIEWPROOF_CONFORMANCE_MODEL_MEMORY_FORMAT_H_
#define VIEWPROOF_CONFORMANCE_MODEL_MEMORY_FORMAT_H_

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"
#include "reference/ops/memory_format.h"

namespace viewproof::model {

// Whether the elements of x lie in the order of the format, without a gap.
bool IsContiguousIn(const Tensor& x, MemoryFormat format);

// x if that is so, else a copy in that order.
Made ContiguousIn(const Tensor& x, MemoryFormat format);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_MEMORY_FORMAT_H_
