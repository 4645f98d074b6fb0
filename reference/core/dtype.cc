#include "reference/core/dtype.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "reference/core/small_float.h"

namespace viewproof {
namespace {

static_assert(std::endian::native == std::endian::little);

template <typename T>
void StoreBytes(T element, std::byte* to) {
  std::memcpy(to, &element, sizeof(element));
}

template <typename T>
T LoadBytes(const std::byte* from) {
  T element;
  std::memcpy(&element, from, sizeof(element));
  return element;
}

void StoreBool(Scalar value, std::byte* to) {
  StoreBytes<uint8_t>(value.re != 0 || value.im != 0, to);
}

Scalar LoadBool(const std::byte* from) {
  return {LoadBytes<uint8_t>(from) != 0 ? 1.0 : 0.0};
}

constexpr double kLimit = 9223372036854775808.0;  // 2^63

// re + low, without a fraction; 0 where it is unspecified (dtype.u1).
int64_t Truncated(const Scalar& value) {
  if (value.re == kLimit && value.low < 0) return INT64_MAX + value.low + 1;
  const bool fits = value.re >= -kLimit && value.re < kLimit;
  return fits ? static_cast<int64_t>(value.re) + value.low : 0;
}

template <typename T>
void StoreInteger(Scalar value, std::byte* to) {
  StoreBytes(static_cast<T>(Truncated(value)), to);
}

// A double below 2^64 as what it is; 2^64 as 0.
uint64_t Unsigned(double whole) {
  return whole < 2 * kLimit ? static_cast<uint64_t>(whole) : 0;
}

void StoreUInt64(Scalar value, std::byte* to) {
  const bool large = value.re >= kLimit && value.re <= 2 * kLimit;
  StoreBytes(large ? Unsigned(value.re) + static_cast<uint64_t>(value.low)
                   : static_cast<uint64_t>(Truncated(value)),
             to);
}

template <typename T>
Scalar LoadInteger(const std::byte* from) {
  if constexpr (std::is_same_v<T, uint64_t>) {
    return Whole(LoadBytes<T>(from));
  } else {
    return Whole(int64_t{LoadBytes<T>(from)});
  }
}

// The nearest one, rounded once.
template <typename T>
T Nearest(const Scalar& value) {
  return value.low == 0 ? static_cast<T>(value.re)
                        : static_cast<T>(Truncated(value));
}

template <typename T>
void StoreFloat(Scalar value, std::byte* to) {
  StoreBytes(Nearest<T>(value), to);
}

template <typename T>
Scalar LoadFloat(const std::byte* from) {
  return {static_cast<double>(LoadBytes<T>(from))};
}

template <const SmallFloat& format>
void StoreSmall(Scalar value, std::byte* to) {
  StoreBytes(EncodeSmallFloat(format, Nearest<float>(value)), to);
}

template <const SmallFloat& format>
Scalar LoadSmall(const std::byte* from) {
  return {DecodeSmallFloat(format, LoadBytes<uint16_t>(from))};
}

template <const SmallFloat& format>
void StoreFloat8(Scalar value, std::byte* to) {
  const uint16_t bits = EncodeSmallFloat(format, Nearest<float>(value));
  StoreBytes(static_cast<uint8_t>(bits), to);
}

template <const SmallFloat& format>
Scalar LoadFloat8(const std::byte* from) {
  return {DecodeSmallFloat(format, LoadBytes<uint8_t>(from))};
}

template <typename T>
void StoreComplex(Scalar value, std::byte* to) {
  StoreBytes(Nearest<T>(value), to);
  StoreBytes(static_cast<T>(value.im), to + sizeof(T));
}

template <typename T>
Scalar LoadComplex(const std::byte* from) {
  return {LoadBytes<T>(from), LoadBytes<T>(from + sizeof(T))};
}

// A part of a number that float32 can round to something finite, or that is not
// finite anyway.
bool FitsFloat(double part) {
  return !std::isfinite(part) ||
         std::abs(part) <= std::numeric_limits<float>::max();
}

template <typename T>
bool FitsInteger(const Scalar& value) {
  constexpr auto kMost = std::numeric_limits<T>::max();
  constexpr int64_t kLeast =
      std::is_signed_v<T> ? int64_t{std::numeric_limits<T>::min()} : -kMost;
  if (const auto number = WholeOf(value)) {
    return *number >= kLeast && *number <= kMost;
  }
  return value.re >= static_cast<double>(std::numeric_limits<T>::min()) &&
         value.re <= static_cast<double>(kMost);
}

struct Row {
  std::string_view name;
  int64_t item_size;
  void (*store)(Scalar value, std::byte* to);
  Scalar (*load)(const std::byte* from);
  void (*load_each)(const std::byte* from, int64_t step, std::span<Scalar> to);
};

template <auto store, auto load>
constexpr Row Of(std::string_view name, int64_t item_size) {
  return {name, item_size, store, load,
          [](const std::byte* from, int64_t step, std::span<Scalar> to) {
            for (std::size_t k = 0; k < to.size(); ++k) {
              to[k] = load(from + static_cast<int64_t>(k) * step);
            }
          }};
}

// dtype.d1
constexpr Row RowOf(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return Of<StoreBool, LoadBool>("bool", 1);
    case DType::kUInt8:
      return Of<StoreInteger<uint8_t>, LoadInteger<uint8_t>>("uint8", 1);
    case DType::kInt8:
      return Of<StoreInteger<int8_t>, LoadInteger<int8_t>>("int8", 1);
    case DType::kInt16:
      return Of<StoreInteger<int16_t>, LoadInteger<int16_t>>("int16", 2);
    case DType::kInt32:
      return Of<StoreInteger<int32_t>, LoadInteger<int32_t>>("int32", 4);
    case DType::kInt64:
      return Of<StoreInteger<int64_t>, LoadInteger<int64_t>>("int64", 8);
    case DType::kFloat16:
      return Of<StoreSmall<kFloat16>, LoadSmall<kFloat16>>("float16", 2);
    case DType::kBFloat16:
      return Of<StoreSmall<kBFloat16>, LoadSmall<kBFloat16>>("bfloat16", 2);
    case DType::kFloat32:
      return Of<StoreFloat<float>, LoadFloat<float>>("float32", 4);
    case DType::kFloat64:
      return Of<StoreFloat<double>, LoadFloat<double>>("float64", 8);
    case DType::kComplex64:
      return Of<StoreComplex<float>, LoadComplex<float>>("complex64", 8);
    case DType::kComplex128:
      return Of<StoreComplex<double>, LoadComplex<double>>("complex128", 16);
    case DType::kUInt16:  // dtype.d4
      return Of<StoreInteger<uint16_t>, LoadInteger<uint16_t>>("uint16", 2);
    case DType::kUInt32:
      return Of<StoreInteger<uint32_t>, LoadInteger<uint32_t>>("uint32", 4);
    case DType::kUInt64:
      return Of<StoreUInt64, LoadInteger<uint64_t>>("uint64", 8);
    case DType::kFloat8E4M3FN:
      return Of<StoreFloat8<kFloat8E4M3FN>, LoadFloat8<kFloat8E4M3FN>>(
          "float8_e4m3fn", 1);
    case DType::kFloat8E5M2:
      return Of<StoreFloat8<kFloat8E5M2>, LoadFloat8<kFloat8E5M2>>(
          "float8_e5m2", 1);
  }
  return {};
}

constexpr auto kItemSizes = [] {
  std::array<int64_t, kDTypes.size()> sizes{};
  for (const DType dtype : kDTypes) {
    sizes[static_cast<std::size_t>(dtype)] = RowOf(dtype).item_size;
  }
  return sizes;
}();

}  // namespace

int64_t ItemSize(DType dtype) {
  return kItemSizes[static_cast<std::size_t>(dtype)];
}

bool IsComplex(DType dtype) {
  return dtype == DType::kComplex64 || dtype == DType::kComplex128;
}

bool IsFloat8(DType dtype) { return dtype >= DType::kFloat8E4M3FN; }

bool IsSignedInteger(DType dtype) {
  return dtype >= DType::kInt8 && dtype <= DType::kInt64;
}

bool IsInteger(DType dtype) {
  return dtype == DType::kUInt8 || IsSignedInteger(dtype);
}

std::string_view Name(DType dtype) { return RowOf(dtype).name; }

std::optional<DType> FindDType(std::string_view name) {
  for (const DType dtype : kDTypes) {
    if (Name(dtype) == name) return dtype;
  }
  return std::nullopt;
}

bool Scalar::operator==(const Scalar& other) const {
  const auto same = [](double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
  };
  return same(re, other.re) && same(im, other.im) && low == other.low;
}

Scalar Whole(int64_t number) {
  const auto re = static_cast<double>(number);
  const int64_t nearest = re < kLimit ? static_cast<int64_t>(re) : INT64_MIN;
  return {.re = re,
          .low = static_cast<int64_t>(static_cast<uint64_t>(number) -
                                      static_cast<uint64_t>(nearest))};
}

Scalar Whole(uint64_t number) {
  const auto re = static_cast<double>(number);
  return {.re = re, .low = static_cast<int64_t>(number - Unsigned(re))};
}

std::optional<int64_t> WholeOf(const Scalar& number) {
  const bool fits =
      number.re >= -kLimit &&
      (number.re < kLimit || (number.re == kLimit && number.low < 0));
  if (!fits || number.im != 0 || number.re != std::trunc(number.re) ||
      (number.re == 0 && std::signbit(number.re))) {
    return std::nullopt;
  }
  return Truncated(number);
}

bool Takes(DType dtype, const Scalar& value) {  // dtype.d3
  if (dtype == DType::kBool) return true;
  if (value.im != 0 && !IsComplex(dtype)) return false;
  switch (dtype) {
    case DType::kUInt8:
      return FitsInteger<uint8_t>(value);
    case DType::kInt8:
      return FitsInteger<int8_t>(value);
    case DType::kInt16:
      return FitsInteger<int16_t>(value);
    case DType::kInt32:
      return FitsInteger<int32_t>(value);
    case DType::kInt64:
      return FitsInteger<int64_t>(value);
    case DType::kFloat32:
    case DType::kComplex64:
      return FitsFloat(value.re) && FitsFloat(value.im);
    default:
      return true;
  }
}

void Encode(DType dtype, Scalar value, std::byte* to) {
  RowOf(dtype).store(value, to);  // dtype.d2
}

Scalar Decode(DType dtype, const std::byte* from) {
  return RowOf(dtype).load(from);  // dtype.d2
}

void DecodeEach(DType dtype, const std::byte* from, int64_t step,
                std::span<Scalar> to) {
  RowOf(dtype).load_each(from, step, to);  // dtype.d2
}

}  // namespace viewproof
