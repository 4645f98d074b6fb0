#ifndef VIEWPROOF_CONFORMANCE_MODEL_REARRANGE_H_
#define VIEWPROOF_CONFORMANCE_MODEL_REARRANGE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"

// The families of ops have these functions in common.
namespace viewproof::model {

inline constexpr Wide kMaxInt = INT64_MAX;

// `k` counted from the start of `count` dimensions or elements; a negative one
// counts from the end. Nothing if it is out of range.
std::optional<std::size_t> FromStart(int64_t k, int64_t count);

// The same of each of `dims`. Errors: kDimOutOfRange, kDuplicateDim.
Result<std::vector<std::size_t>> DimsFromStart(const Ints& dims, int64_t rank);

// The dimension `dim` of x. Errors: kRank if x is 0-d, kDimOutOfRange.
Result<std::size_t> DimOf(const Tensor& x, int64_t dim);

// The rank of x, but 1 if x is 0-d: many ops let dimension 0 of it be named.
int64_t RankForDims(const Tensor& x);

// `list` without entry d.
template <typename List>
List Without(List list, std::size_t d) {
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(d));
  return list;
}

// `list` with `item` before entry d.
template <typename List, typename Item>
List With(List list, std::size_t d, Item item) {
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(d), item);
  return list;
}

// The tensor of these sizes whose element i is x's element source(i).
template <typename Source>
Tensor Rearranged(const Tensor& x, Ints sizes, Source source) {
  const auto address = [at = x.address, source](const Wides& i) {
    return at(source(i));
  };
  return ViewOf(x, std::move(sizes), address);
}

// Elements start, start + step, ... of dimension d, `length` of them.
Tensor Cut(const Tensor& x, std::size_t d, Wide start, int64_t length,
           Wide step = 1);

// x at `index` of dimension d, without that dimension.
Tensor Dropped(const Tensor& x, std::size_t d, Wide index = 0);

// x with a last dimension of `size`: the elements that follow in the storage.
Tensor Following(const Tensor& x, int64_t size);

// x. Errors: kOverflow if its count, its start or a step exceeds int64.
TensorOrError Fitting(Tensor x);
TensorsOrError AllFitting(const std::vector<Tensor>& list);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_REARRANGE_H_
