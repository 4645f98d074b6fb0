#include "conformance/gen/data.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "conformance/case/fill.h"
#include "reference/core/dtype.h"

namespace viewproof {
namespace {

using Element = std::vector<std::byte>;

Element Encoded(DType dtype, const Scalar& number) {
  Element element(ItemSize(dtype));
  Encode(dtype, number, element.data());
  return element;
}

// Bit patterns, little-endian, of a real float: a NaN payload, -0.0, denormals.
std::vector<uint64_t> OddBits(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:  // A copy may change its NaNs.
      return {0x8000, 0x0001, 0x83ff};
    case DType::kBFloat16:
      return {0x8000, 0x0001, 0x7fc5};
    case DType::kFloat32:
    case DType::kComplex64:
      return {0x80000000, 0x00000001, 0x000116c2, 0x7fc12345};
    case DType::kFloat64:
    case DType::kComplex128:
      return {0x8000000000000000, 1, 0x37a16c262777579c, 0x7ff8123456789abc};
    default:
      return {};
  }
}

Scalar OddNumber(Chooser& choose, DType dtype) {
  constexpr int64_t kOne = 1;
  switch (dtype) {
    case DType::kInt16:
      return Whole(
          choose.OneOf(std::array<int64_t, 4>{2049, -2051, 32767, 4097}));
    case DType::kInt32:
      return Whole(choose.OneOf(std::array<int64_t, 4>{
          (kOne << 24) + 1, INT32_MAX, -(kOne << 24) - 3, 70001}));
    case DType::kInt64:
      return Whole(choose.OneOf(
          std::array<int64_t, 4>{(kOne << 53) + 1, (kOne << 31) + 1,
                                 (kOne << 24) + 1, -(kOne << 60) - 1}));
    case DType::kFloat16:
    case DType::kBFloat16:
      return {choose.OneOf(std::array{0.1, -1.5, 0.3125})};
    case DType::kFloat32:
    case DType::kFloat64:
      return {choose.OneOf(std::array{0.1, -2.7, 1e-3, 0x1p24 + 1})};
    case DType::kComplex64:
    case DType::kComplex128:
      return {.re = 0.1, .im = choose.OneOf(std::array{-2.7, 0x1p24 + 1})};
    default:
      return Whole(int64_t{-1});
  }
}

Element AnyElement(Chooser& choose, DType dtype, int64_t k, bool bits) {
  if (dtype == DType::kBool || dtype == DType::kUInt8 || !choose.Chance(1, 3)) {
    return Encoded(dtype, Iota(dtype, k));
  }
  const std::vector<uint64_t> odd = OddBits(dtype);
  if (!bits || odd.empty() || choose.Chance(1, 3)) {
    return Encoded(dtype, OddNumber(choose, dtype));
  }
  Element element = Encoded(dtype, Iota(dtype, k));
  uint64_t pattern = choose.OneOf(odd);
  const std::size_t half = IsComplex(dtype) ? element.size() / 2 : 0;
  for (std::size_t at = half; at < element.size(); ++at) {
    element[at] = std::byte(pattern & 0xff);
    pattern >>= 8;
  }
  return element;
}

}  // namespace

Base DrawData(Chooser& choose, DType dtype, Ints sizes, FillKind fill) {
  Base base{.dtype = dtype, .sizes = std::move(sizes), .fill = fill};
  const int64_t numel = *Numel(base.sizes);
  base.values.form = FormOf(dtype);
  for (int64_t k = 0; k < numel; ++k) {
    const Element element =
        AnyElement(choose, dtype, k, fill == FillKind::kHex);
    if (fill == FillKind::kHex) {
      base.bytes.insert(base.bytes.end(), element.begin(), element.end());
    } else {
      base.values.list.push_back(Decode(dtype, element.data()));
    }
  }
  return base;
}

}  // namespace viewproof
