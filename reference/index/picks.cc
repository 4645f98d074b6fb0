#include "reference/index/picks.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace viewproof {
namespace {

bool IsIndexDType(DType dtype) {
  return dtype == DType::kInt64 || dtype == DType::kInt32 ||
         dtype == DType::kUInt8 || dtype == DType::kBool;
}

Ints WholeNumbers(const Tensor& tensor) {
  Ints list;
  for (const Scalar& value : Read(tensor)) {
    list.push_back(WholeOf(value).value());
  }
  return list;
}

// Returns what a mask picks: for each of its dimensions the indices of its true
// elements, in row-major order.
std::vector<Pick> TrueElements(const AdvancedItem& mask) {
  const Ints& sizes = mask.tensor.geometry.sizes;
  std::vector<Pick> picks(sizes.size());
  Ints index(sizes.size(), 0);
  for (const Scalar& value : Read(mask.tensor)) {  // index.d4
    for (std::size_t d = 0; value.re != 0 && d < sizes.size(); ++d) {
      picks[d].numbers.push_back(index[d]);
    }
    NextIndex(sizes, index);
  }
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    picks[d].dim = mask.dim + static_cast<int64_t>(d);
    picks[d].places = {{std::ssize(picks[d].numbers)}, {1}, 0};
  }
  return picks;
}

}  // namespace

std::optional<Error> MaskRefusal(const Part& part, const AdvancedItem& mask) {
  const Ints& sizes = mask.tensor.geometry.sizes;
  const auto named = part.geometry.sizes.begin() + mask.dim;
  if (std::equal(sizes.begin(), sizes.end(), named)) return std::nullopt;
  return Error{"index.e6"};
}

Result<std::vector<Pick>> PicksOf(const Part& part) {
  for (const AdvancedItem& item : part.advanced) {
    if (IsIndexDType(item.tensor.dtype)) continue;
    return Error{"index.e5"};
  }
  std::vector<Pick> all;
  for (const AdvancedItem& item : part.advanced) {
    if (!IsMask(item.tensor)) {
      const Ints& sizes = item.tensor.geometry.sizes;
      all.push_back({item.dim,
                     WholeNumbers(item.tensor),
                     {sizes, ContiguousStrides(sizes).value(), 0}});
      continue;
    }
    if (const auto refusal = MaskRefusal(part, item)) return *refusal;
    for (Pick& pick : TrueElements(item)) {
      all.push_back(std::move(pick));
    }
  }
  return all;
}

}  // namespace viewproof
