#ifndef VIEWPROOF_CONFORMANCE_MODEL_TENSOR_SPLIT_H_
#define VIEWPROOF_CONFORMANCE_MODEL_TENSOR_SPLIT_H_

#include <cstdint>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// `sections` pieces, the first ones longer by 1 if the size is no multiple.
TensorsOrError TensorSplit(const Tensor& x, int64_t sections, int64_t dim);

// The slices between consecutive indices.
TensorsOrError TensorSplitIndices(const Tensor& x, const Ints& indices,
                                  int64_t dim);

// The same of columns: dimension 1, but 0 of a row; `sections` must divide.
TensorsOrError HSplit(const Tensor& x, int64_t sections);
TensorsOrError HSplitIndices(const Tensor& x, const Ints& indices);

// The same of rows: dimension 0 of at least two.
TensorsOrError VSplit(const Tensor& x, int64_t sections);
TensorsOrError VSplitIndices(const Tensor& x, const Ints& indices);

// The same of dimension 2 of at least three.
TensorsOrError DSplit(const Tensor& x, int64_t sections);
TensorsOrError DSplitIndices(const Tensor& x, const Ints& indices);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_TENSOR_SPLIT_H_
