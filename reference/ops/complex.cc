#include "reference/ops/complex.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "reference/core/checked.h"

namespace viewproof {
namespace {

DType PartOf(DType dtype) {
  return dtype == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
}

// Returns what is stored of a complex operand, as real numbers; nothing when
// that exceeds int64.
std::optional<Tensor> ComplexParts(const Tensor& operand) {
  Tensor result = operand;
  result.dtype = PartOf(operand.dtype);  // view_as_real.r3
  result.conj = false;
  Geometry& geometry = result.geometry;
  for (int64_t& stride : geometry.strides) {
    const std::optional<int64_t> doubled = CheckedMultiply(stride, 2);
    if (!doubled) return std::nullopt;
    stride = *doubled;
  }
  const auto offset = CheckedMultiply(geometry.offset, 2);
  geometry.sizes.push_back(2);    // view_as_real.r1
  geometry.strides.push_back(1);  // view_as_real.r2
  if (!offset || !Numel(geometry.sizes)) return std::nullopt;
  geometry.offset = *offset;
  return result;
}

// Part 0, the real one, or 1 of a complex operand; refused under `overflow`.
Result<Tensor> Part(const Tensor& operand, int64_t part, ErrorRule overflow) {
  std::optional<Tensor> result = ComplexParts(operand);
  if (!result) return Error{overflow};
  Geometry& geometry = result->geometry;
  geometry.sizes.pop_back();
  geometry.strides.pop_back();
  geometry.offset += part;  // Even, so it stays within int64.
  return *std::move(result);
}

}  // namespace

TensorOrItself Conj(const Tensor& operand) {
  if (!IsComplex(operand.dtype)) return Itself{};  // conj.r2
  Tensor result = operand;
  result.conj = !operand.conj;  // conj.r1
  return result;
}

Result<Tensor> ViewAsReal(const Tensor& operand) {
  if (!IsComplex(operand.dtype)) {
    return Error{"view_as_real.e1"};
  }
  if (operand.conj) {
    return Error{"view_as_real.e2"};
  }
  std::optional<Tensor> result = ComplexParts(operand);
  if (!result) return Error{"view_as_real.e3"};
  return *std::move(result);
}

Result<Tensor> ViewAsComplex(const Tensor& operand) {
  const bool is_single = operand.dtype == DType::kFloat32;
  if (!is_single && operand.dtype != DType::kFloat64) {
    return Error{"view_as_complex.e1"};
  }
  Tensor result = operand;
  result.dtype =
      is_single ? DType::kComplex64 : DType::kComplex128;  // view_as_complex.r3
  auto& [sizes, strides, offset] = result.geometry;
  if (sizes.empty()) {
    return Error{"view_as_complex.e2"};
  }
  if (sizes.back() != 2) {
    return Error{"view_as_complex.e3"};
  }
  if (strides.back() != 1) {
    return Error{"view_as_complex.e4"};
  }
  sizes.pop_back();  // view_as_complex.r1
  strides.pop_back();
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] != 1 && strides[d] % 2 != 0) {
      return Error{"view_as_complex.e5", strides[d]};
    }
    strides[d] /= 2;  // view_as_complex.r2
  }
  if (offset % 2 != 0) {
    return Error{"view_as_complex.e6"};
  }
  offset /= 2;
  return result;
}

Result<TensorOrItself> Real(const Tensor& operand) {
  if (!IsComplex(operand.dtype)) return TensorOrItself(Itself{});  // real.r2
  Result<Tensor> part = Part(operand, 0, "real.e1");               // real.r1
  if (!part.ok()) return part.error();
  return TensorOrItself(std::move(part).value());
}

Result<Tensor> Imag(const Tensor& operand) {
  if (!IsComplex(operand.dtype)) {
    return Error{"imag.e1"};
  }
  Result<Tensor> part = Part(operand, 1, "imag.e2");  // imag.r1
  if (!part.ok()) return part.error();
  Tensor result = std::move(part).value();
  result.neg ^= operand.conj;  // imag.r2
  return result;
}

}  // namespace viewproof
