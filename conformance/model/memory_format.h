#ifndef VIEWPROOF_CONFORMANCE_MODEL_MEMORY_FORMAT_H_
#define VIEWPROOF_CONFORMANCE_MODEL_MEMORY_FORMAT_H_

#include <optional>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"
#include "reference/ops/memory_format.h"

namespace viewproof::model {

// The dimensions of a tensor in a format, outermost first. Nothing if the
// format has another rank.
std::optional<Ints> Order(MemoryFormat format, int64_t rank);

// Whether the row-major strides of x fit int64.
bool RowsFit(const Tensor& x);

// A copy of x whose dimensions lie in this order, outermost first.
Tensor CopyInOrder(const Tensor& x, const Ints& order);

// Whether the elements of x lie in the order of the format, without a gap.
bool IsContiguousIn(const Tensor& x, MemoryFormat format);

// x if that is so, else a copy in that order.
TensorOrError ContiguousIn(const Tensor& x, MemoryFormat format);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_MEMORY_FORMAT_H_
