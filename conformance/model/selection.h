#ifndef VIEWPROOF_CONFORMANCE_MODEL_SELECTION_H_
#define VIEWPROOF_CONFORMANCE_MODEL_SELECTION_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"
#include "reference/index/index.h"

namespace viewproof::model {

// Holds what the basic items of an index leave of a tensor, and the index
// tensors, each with the first dimension of `part` that it indexes.
struct IndexedPart {
  Tensor part;
  std::vector<std::pair<std::size_t, Tensor>> tensors;
};

// Returns whether an index tensor picks by its true elements.
bool IsMask(const Tensor& x);

// Applies the basic items of an index.
Result<IndexedPart> ApplyBasicItems(const Tensor& x,
                                    const Index<Tensor>& index);

// The elements that the index tensors pick, as one tensor on the part's
// storage, which need not have strides. Requires: there are index tensors.
TensorOrError PickElements(const IndexedPart& indexed);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_SELECTION_H_
