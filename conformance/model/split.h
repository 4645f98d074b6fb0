#ifndef VIEWPROOF_CONFORMANCE_MODEL_SPLIT_H_
#define VIEWPROOF_CONFORMANCE_MODEL_SPLIT_H_

#include <cstddef>
#include <cstdint>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

namespace viewproof::model {

// One result for each element of a dimension, without that dimension.
TensorsOrError Unbind(const Tensor& x, int64_t dim);

// Pieces of split_size elements; the last one may be shorter.
TensorsOrError Split(const Tensor& x, int64_t split_size, int64_t dim);

// Pieces of the lengths given.
TensorsOrError SplitWithSizes(const Tensor& x, const Ints& split_sizes,
                              int64_t dim);

// At most `chunks` pieces of one length; the last one may be shorter.
TensorsOrError Chunk(const Tensor& x, int64_t chunks, int64_t dim);

// Consecutive pieces of dimension d, of these lengths.
TensorsOrError Pieces(const Tensor& x, std::size_t d, const Ints& lengths);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_SPLIT_H_
