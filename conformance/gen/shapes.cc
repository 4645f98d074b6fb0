#include "conformance/gen/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "reference/core/checked.h"
#include "reference/core/dtype.h"

namespace viewproof {

const std::vector<Scalar>& OddNumbers() {
  static const std::vector<Scalar> numbers = {
      {-1},
      {300},
      {1.5},
      {-1.5},
      {127.5},
      {-255},
      {-256},
      {0.1},
      {-0.0},
      {NAN},
      {INFINITY},
      {-INFINITY},
      // These are for float16: nearer to what float32 hides.
      {1 + 0x1p-11 + 0x1p-30},
      {0x1p24 + 1},
      {0x1p31 + 1},
      {3.4028234663852886e38},
      {3.5e38},
      {1e-40},
      Whole((int64_t{1} << 53) + 1),
      Whole((int64_t{1} << 60) + (int64_t{1} << 36) + 1),
      Whole(INT64_MAX),
      Whole(INT64_MIN),
  };
  return numbers;
}

Scalar DrawNumber(Chooser& choose) {
  Scalar number = choose.OneOf(OddNumbers());
  if (!choose.Chance(1, 4)) return number;
  const Scalar imaginary = choose.OneOf(OddNumbers());
  if (imaginary.re == 0) return number;
  return {.re = number.re, .im = imaginary.re};
}

namespace {

constexpr int64_t kRoomyRank = 8;  // No list of sizes is drawn longer.

// Sizes in their small prime factors: neighbours of these, glued together
// again, make most of the shapes that are views.
Ints Factors(const Ints& sizes) {
  Ints factors;
  for (int64_t size : sizes) {
    for (const int64_t prime : {2, 3, 5, 7}) {
      while (size > 0 && size % prime == 0) {
        factors.push_back(prime);
        size /= prime;
      }
    }
    if (size != 1) factors.push_back(size);
  }
  return factors;
}

// Sizes of the product of `factors`.
Ints Glued(Chooser& choose, Ints factors) {
  if (!factors.empty() && choose.Chance(1, 4)) {
    std::swap(factors.front(),
              factors[choose.Pick(0, std::ssize(factors) - 1)]);
  }
  Ints shape;
  for (const int64_t factor : factors) {
    const bool full = std::ssize(shape) >= kRoomyRank - 2;
    const std::optional<int64_t> glued =
        shape.empty() ? std::nullopt : CheckedMultiply(shape.back(), factor);
    if (glued && (full || choose.Chance(1, 2))) {
      shape.back() = *glued;
    } else {
      shape.push_back(factor);
    }
  }
  for (int64_t ones = choose.Chance(1, 4) ? choose.Pick(1, 2) : 0; ones > 0;
       --ones) {
    shape.insert(shape.begin() + choose.Pick(0, std::ssize(shape)), 1);
  }
  return shape;
}

}  // namespace

Ints DrawDistinctDims(Chooser& choose, int64_t rank, int64_t count) {
  Ints dims(rank);
  std::iota(dims.begin(), dims.end(), 0);
  for (int64_t k = 0; k < count; ++k) {
    std::swap(dims[k], dims[choose.Pick(k, rank - 1)]);
  }
  dims.resize(count);
  for (int64_t& dim : dims) {
    if (choose.Chance(1, 4)) dim -= rank;
  }
  return dims;
}

Ints DrawShape(Chooser& choose, const Ints& sizes) {
  return Glued(choose, Factors(sizes));
}

Ints DrawInferred(Chooser& choose, Ints shape) {
  if (shape.empty() || !choose.Chance(1, 4)) return shape;
  const int64_t at = choose.Pick(0, std::ssize(shape) - 1);
  const int64_t size = std::exchange(shape[at], -1);
  const bool ambiguous =
      std::find(shape.begin(), shape.end(), 0) != shape.end();
  if (ambiguous) shape[at] = size;
  return shape;
}

Ints DrawParts(Chooser& choose, int64_t size) {
  Ints parts;
  int64_t left = size;
  while (left > 0 && std::ssize(parts) < 4) {
    parts.push_back(choose.Pick(0, left));
    left -= parts.back();
  }
  if (left > 0 || parts.empty()) parts.push_back(left);
  return parts;
}

int64_t DrawDivisor(Chooser& choose, int64_t size) {
  if (size == 0) return choose.Pick(1, 3);
  Ints divisors;
  for (int64_t k = 1; k <= std::min(size, kMaxPlainOutputs); ++k) {
    if (size % k == 0) divisors.push_back(k);
  }
  return choose.OneOf(divisors);
}

Ints DrawCuts(Chooser& choose, int64_t dim_size) {
  const int64_t size = std::min<int64_t>(dim_size, 8);
  Ints cuts(choose.Pick(0, 3));
  for (int64_t& cut : cuts) cut = choose.Pick(0, 2 * size + 2) - size - 1;
  if (choose.Chance(1, 2)) std::sort(cuts.begin(), cuts.end());
  return cuts;
}

Ints DrawExpanded(Chooser& choose, const Ints& sizes, bool keeps) {
  Ints to;
  const int64_t room =
      std::clamp<int64_t>(kRoomyRank - std::ssize(sizes), 0, 2);
  for (int64_t fresh = choose.Pick(0, room); fresh > 0; --fresh) {
    to.push_back(choose.OneOf(std::array{1, 2, 3, 0}));
  }
  for (const int64_t size : sizes) {
    if (keeps && choose.Chance(1, 5)) {
      to.push_back(-1);
    } else {
      to.push_back(size == 1 ? choose.OneOf(std::array{1, 2, 3, 4, 0}) : size);
    }
  }
  return to;
}

Ints DrawSizes(Chooser& choose, int64_t numel) {
  Ints size;
  for (int64_t d = choose.Pick(0, 3); d > 0; --d) {
    size.push_back(choose.OneOf(std::array{1, 2, 3, 2, 3, 4, 2, 0}));
  }
  if (numel == 0) size.push_back(0);
  return size;
}

Ints DrawStrides(Chooser& choose, const Ints& sizes, int64_t last) {
  int64_t left = last;
  Ints strides(sizes.size());
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const int64_t steps = std::max<int64_t>(sizes[d] - 1, 0);
    const int64_t most = steps == 0 ? 6 : std::max<int64_t>(left, 0) / steps;
    strides[d] = choose.Pick(0, std::min<int64_t>(most, 12));
    left -= steps * strides[d];
  }
  return strides;
}

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
