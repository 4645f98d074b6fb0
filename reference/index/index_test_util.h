#ifndef VIEWPROOF_REFERENCE_INDEX_INDEX_TEST_UTIL_H_
#define VIEWPROOF_REFERENCE_INDEX_INDEX_TEST_UTIL_H_

#include <cstdint>
#include <vector>

#include "reference/core/dtype.h"
#include "reference/core/geometry.h"
#include "reference/core/tensor.h"
#include "reference/core/test_util.h"
#include "reference/index/index.h"

namespace viewproof {

// A contiguous tensor that holds `numbers` in row-major order.
inline Tensor Of(DType dtype, const Ints& sizes, const Ints& numbers) {
  const Tensor tensor = Iota(sizes, dtype);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    Encode(dtype, {static_cast<double>(numbers[k])},
           ElementAt(tensor, static_cast<int64_t>(k)));
  }
  return tensor;
}

inline Tensor Longs(const Ints& numbers) {
  return Of(DType::kInt64, {std::ssize(numbers)}, numbers);
}

inline Tensor Mask(const Ints& sizes, const Ints& truths) {
  return Of(DType::kBool, sizes, truths);
}

inline constexpr Range kWhole;

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_INDEX_INDEX_TEST_UTIL_H_
