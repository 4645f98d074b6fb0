#ifndef VIEWPROOF_REFERENCE_CORE_TEST_UTIL_H_
#define VIEWPROOF_REFERENCE_CORE_TEST_UTIL_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "reference/core/dtype.h"
#include "reference/core/error.h"
#include "reference/core/error_rule.h"
#include "reference/core/geometry.h"
#include "reference/core/storage.h"
#include "reference/core/tensor.h"

namespace viewproof {

inline constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
inline constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
inline constexpr int64_t k2To62 = int64_t{1} << 62;

// A contiguous tensor whose element k holds k + 1.
inline Tensor Iota(const Ints& sizes, DType dtype = DType::kFloat32) {
  Tensor tensor{std::make_shared<Storage>(),
                dtype,
                {sizes, ContiguousStrides(sizes).value(), 0}};
  const int64_t numel = Numel(sizes).value();
  tensor.storage->bytes.resize(numel * ItemSize(dtype));
  for (int64_t k = 0; k < numel; ++k) {
    Encode(dtype, {static_cast<double>(k + 1)}, ElementAt(tensor, k));
  }
  return tensor;
}

// `geometry` on the storage of `base`.
inline Tensor On(const Tensor& base, const Geometry& geometry) {
  return {base.storage, base.dtype, geometry};
}

// The elements' real parts in row-major order.
inline std::vector<double> Values(const Tensor& tensor) {
  std::vector<double> values;
  for (const Scalar& value : Read(tensor)) values.push_back(value.re);
  return values;
}

// Fails unless `result` is an error of this rule.
template <typename T>
void ExpectRefused(const Result<T>& result, ErrorRule rule) {
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().rule.id(), rule.id());
}

// Names a row of a table of tests by its member `name`.
inline constexpr auto kRowName = [](const auto& info) {
  return info.param.name;
};

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_TEST_UTIL_H_
