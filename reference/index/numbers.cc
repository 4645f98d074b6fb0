#include "reference/index/numbers.h"

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
    list.push_back(static_cast<int64_t>(value.re));
  }
  return list;
}

// The numbers that a mask selects: for each of its dimensions the indices of
// its true elements, in row-major order.
std::vector<Numbers> TrueElements(const Pick& mask) {
  const Ints& sizes = mask.tensor.geometry.sizes;
  std::vector<Numbers> numbers(sizes.size());
  Ints index(sizes.size(), 0);
  for (const Scalar& value : Read(mask.tensor)) {  // index.d4
    for (std::size_t d = 0; value.re != 0 && d < sizes.size(); ++d) {
      numbers[d].list.push_back(index[d]);
    }
    NextIndex(sizes, index);
  }
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    numbers[d].dim = mask.dim + static_cast<int64_t>(d);
    numbers[d].places = {{std::ssize(numbers[d].list)}, {1}, 0};
  }
  return numbers;
}

}  // namespace

std::optional<Error> MaskRefusal(const Part& part, const Pick& mask) {
  const Ints& sizes = mask.tensor.geometry.sizes;
  const auto named = part.geometry.sizes.begin() + mask.dim;
  if (std::equal(sizes.begin(), sizes.end(), named)) return std::nullopt;
  return Error{"index.e6"};
}

Result<std::vector<Numbers>> NumbersOf(const Part& part) {
  for (const Pick& pick : part.picks) {
    if (IsIndexDType(pick.tensor.dtype)) continue;
    return Error{"index.e5"};
  }
  std::vector<Numbers> all;
  for (const Pick& pick : part.picks) {
    if (!IsMask(pick.tensor)) {
      const Ints& sizes = pick.tensor.geometry.sizes;
      all.push_back({pick.dim,
                     WholeNumbers(pick.tensor),
                     {sizes, ContiguousStrides(sizes).value(), 0}});
      continue;
    }
    if (const auto refusal = MaskRefusal(part, pick)) return *refusal;
    for (Numbers& numbers : TrueElements(pick)) {
      all.push_back(std::move(numbers));
    }
  }
  return all;
}

}  // namespace viewproof
