#include "reference/ops/dtype_view.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "reference/core/checked.h"

namespace viewproof {
namespace {

// In elements `ratio` times smaller.
Result<Geometry> Narrower(const Geometry& operand, int64_t ratio) {
  if (operand.strides.back() != 1) {
    return Error{"view_dtype.e6"};
  }
  const Error overflow{"view_dtype.e8"};
  Geometry result = operand;
  const auto multiply = [ratio](int64_t& number) {  // view_dtype.r3
    const std::optional<int64_t> product = CheckedMultiply(number, ratio);
    number = product.value_or(number);
    return product.has_value();
  };
  for (int64_t& stride : result.strides) {
    if (!multiply(stride)) return overflow;
  }
  result.strides.back() = 1;
  if (!multiply(result.sizes.back()) || !multiply(result.offset) ||
      !Numel(result.sizes)) {
    return overflow;
  }
  return result;
}

// In elements `ratio` times larger.
Result<Geometry> Wider(const Geometry& operand, int64_t ratio) {
  if (operand.sizes.back() % ratio != 0) {
    return Error{"view_dtype.e4", ratio};
  }
  if (operand.offset % ratio != 0) {
    return Error{"view_dtype.e5", ratio};
  }
  if (operand.strides.back() != 1) {
    return Error{"view_dtype.e6"};
  }
  Geometry result = operand;
  for (std::size_t d = 0; d + 1 < operand.strides.size(); ++d) {
    if (operand.strides[d] % ratio != 0) {
      return Error{"view_dtype.e7", ratio};
    }
    result.strides[d] /= ratio;  // view_dtype.r4
  }
  result.sizes.back() /= ratio;
  result.offset /= ratio;
  return result;
}

Result<Geometry> Recut(const Geometry& operand, int64_t from, int64_t to) {
  if (from == to) return operand;  // view_dtype.r2
  if (operand.rank() == 0) {
    return Error{"view_dtype.e3"};
  }
  return from > to ? Narrower(operand, from / to) : Wider(operand, to / from);
}

}  // namespace

Result<Tensor> ViewDType(const Tensor& operand, DType dtype) {
  if (operand.conj) {
    return Error{"view_dtype.e1"};
  }
  if (operand.neg) {
    return Error{"view_dtype.e2"};
  }
  Result<Geometry> geometry =
      Recut(operand.geometry, ItemSize(operand.dtype), ItemSize(dtype));
  if (!geometry.ok()) return geometry.error();
  Tensor result = ViewOf(operand, std::move(geometry).value());
  result.dtype = dtype;  // view_dtype.r1
  return result;
}

}  // namespace viewproof
