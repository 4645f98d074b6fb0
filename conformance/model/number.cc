#include "conformance/model/number.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace viewproof::model {
namespace {

template <typename T>
T Get(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

template <typename T>
void Set(T value, std::byte* to) {
  std::memcpy(to, &value, sizeof(value));
}

// A float of 16 or 8 bits: its positive patterns grow with what they mean, up
// to the one of infinity, or of NaN if there is none.
struct Half {
  int fraction;       // Bits of it.
  int least;          // Exponent of the smallest normal one.
  uint16_t infinity;  // Its pattern.
  uint16_t sign = 0x8000;
  bool has_infinity = true;
};
constexpr Half kHalf = {10, -14, 0x7C00};
constexpr Half kBrain = {7, -126, 0x7F80};
constexpr Half kFloat8E4M3FN = {3, -6, 0x7F, 0x80, false};
constexpr Half kFloat8E5M2 = {2, -14, 0x7C, 0x80};

// Returns what a positive pattern means; of infinity, what the next one would.
double Meaning(const Half& half, uint16_t pattern) {
  const int one = 1 << half.fraction;
  const int exponent = pattern / one;
  if (exponent == 0) return std::ldexp(pattern, half.least - half.fraction);
  return std::ldexp(one + pattern % one,
                    half.least + exponent - 1 - half.fraction);
}

double FromHalf(const Half& half, uint16_t bits) {
  const uint16_t pattern = bits & (half.sign - 1);
  double value = Meaning(half, pattern);
  if (pattern == half.infinity) {
    value = half.has_infinity ? HUGE_VAL : std::nan("");
  }
  if (pattern > half.infinity) value = std::nan("");
  return (bits & half.sign) != 0 ? -value : value;
}

// Looks the nearest pattern up; of two, the even one.
uint16_t ToHalf(const Half& half, float value) {
  const uint16_t sign = std::signbit(value) ? half.sign : 0;
  const double size = std::fabs(static_cast<double>(value));
  if (std::isnan(value)) return sign | half.infinity | 1 << (half.fraction - 1);
  uint16_t below = 0, above = half.infinity;
  while (above - below > 1) {
    const auto middle = static_cast<uint16_t>((below + above) / 2);
    (Meaning(half, middle) <= size ? below : above) = middle;
  }
  const double down = size - Meaning(half, below);
  const double up = Meaning(half, above) - size;
  const bool rises = up < down || (up == down && below % 2 == 1);
  return sign | (rises ? above : below);
}

uint8_t ToQuarter(const Half& quarter, Exact value) {
  return static_cast<uint8_t>(ToHalf(quarter, static_cast<float>(value)));
}

template <typename T>
void PutInteger(Exact value, std::byte* to) {
  constexpr Exact kEnd = 18446744073709551616.0L;  // 2^64
  const Exact whole = std::trunc(value);
  if (!(std::fabs(whole) < kEnd)) return Set<T>(0, to);
  const auto size = static_cast<uint64_t>(std::fabs(whole));
  Set(static_cast<T>(whole < 0 ? -size : size), to);
}

bool IsWithin(Exact value, Exact least, Exact most) {
  return least <= value && value <= most;
}

bool FitsInFloat(Exact value) {
  return !std::isfinite(value) ||
         std::fabs(value) <= std::numeric_limits<float>::max();
}

template <typename T>
void Flip(std::byte* part) {
  Set(-Get<T>(part), part);
}

}  // namespace

Complex NumberOf(const Scalar& scalar) {
  Complex number{scalar.re, scalar.im};
  if (scalar.low != 0) number.re += static_cast<Exact>(scalar.low);
  return number;
}

Scalar ScalarOf(const Complex& number) {
  Scalar scalar{static_cast<double>(number.re), static_cast<double>(number.im)};
  if (std::isfinite(scalar.re)) {
    scalar.low = static_cast<int64_t>(number.re - scalar.re);
  }
  return scalar;
}

Complex Load(DType dtype, const std::byte* from) {
  switch (dtype) {
    case DType::kBool:
      return {Get<uint8_t>(from) != 0 ? 1.0L : 0.0L};
    case DType::kUInt8:
      return {static_cast<Exact>(Get<uint8_t>(from))};
    case DType::kInt8:
      return {static_cast<Exact>(Get<int8_t>(from))};
    case DType::kInt16:
      return {static_cast<Exact>(Get<int16_t>(from))};
    case DType::kInt32:
      return {static_cast<Exact>(Get<int32_t>(from))};
    case DType::kInt64:
      return {static_cast<Exact>(Get<int64_t>(from))};
    case DType::kFloat16:
      return {FromHalf(kHalf, Get<uint16_t>(from))};
    case DType::kBFloat16:
      return {FromHalf(kBrain, Get<uint16_t>(from))};
    case DType::kFloat32:
      return {Get<float>(from)};
    case DType::kFloat64:
      return {Get<double>(from)};
    case DType::kComplex64:
      return {Get<float>(from), Get<float>(from + sizeof(float))};
    case DType::kComplex128:
      return {Get<double>(from), Get<double>(from + sizeof(double))};
    case DType::kUInt16:
      return {static_cast<Exact>(Get<uint16_t>(from))};
    case DType::kUInt32:
      return {static_cast<Exact>(Get<uint32_t>(from))};
    case DType::kUInt64:
      return {static_cast<Exact>(Get<uint64_t>(from))};
    case DType::kFloat8E4M3FN:
      return {FromHalf(kFloat8E4M3FN, Get<uint8_t>(from))};
    case DType::kFloat8E5M2:
      return {FromHalf(kFloat8E5M2, Get<uint8_t>(from))};
  }
  return {};
}

void Put(const Complex& number, DType dtype, std::byte* to) {
  const auto& [re, im] = number;
  switch (dtype) {
    case DType::kBool:
      return Set<uint8_t>(re != 0 || im != 0 ? 1 : 0, to);
    case DType::kUInt8:
      return PutInteger<uint8_t>(re, to);
    case DType::kInt8:
      return PutInteger<int8_t>(re, to);
    case DType::kInt16:
      return PutInteger<int16_t>(re, to);
    case DType::kInt32:
      return PutInteger<int32_t>(re, to);
    case DType::kInt64:
      return PutInteger<int64_t>(re, to);
    case DType::kFloat16:
      return Set(ToHalf(kHalf, static_cast<float>(re)), to);
    case DType::kBFloat16:
      return Set(ToHalf(kBrain, static_cast<float>(re)), to);
    case DType::kFloat32:
      return Set(static_cast<float>(re), to);
    case DType::kFloat64:
      return Set(static_cast<double>(re), to);
    case DType::kComplex64:
      Set(static_cast<float>(re), to);
      return Set(static_cast<float>(im), to + sizeof(float));
    case DType::kComplex128:
      Set(static_cast<double>(re), to);
      return Set(static_cast<double>(im), to + sizeof(double));
    case DType::kUInt16:
      return PutInteger<uint16_t>(re, to);
    case DType::kUInt32:
      return PutInteger<uint32_t>(re, to);
    case DType::kUInt64:
      return PutInteger<uint64_t>(re, to);
    case DType::kFloat8E4M3FN:
      return Set(ToQuarter(kFloat8E4M3FN, re), to);
    case DType::kFloat8E5M2:
      return Set(ToQuarter(kFloat8E5M2, re), to);
  }
}

bool IsInteger(Exact value) {
  return -0x1p63L <= value && value < 0x1p63L && value == std::trunc(value) &&
         !(value == 0 && std::signbit(value));
}

bool CanHold(DType dtype, const Complex& number) {
  const auto& [re, im] = number;
  const bool is_real = im == 0;
  switch (dtype) {
    case DType::kBool:
      return true;
    case DType::kUInt8:
      return is_real && IsWithin(re, IsInteger(re) ? -255 : 0, 255);
    case DType::kInt8:
      return is_real && IsWithin(re, -0x80, 0x7F);
    case DType::kInt16:
      return is_real && IsWithin(re, -0x8000, 0x7FFF);
    case DType::kInt32:
      return is_real && IsWithin(re, -0x80000000LL, 0x7FFFFFFF);
    case DType::kInt64:
      return is_real && IsWithin(re, -0x1p63L, 0x1p63L);
    case DType::kFloat32:
      return is_real && FitsInFloat(re);
    case DType::kFloat16:
    case DType::kBFloat16:
    case DType::kFloat64:
      return is_real;
    case DType::kComplex64:
      return FitsInFloat(re) && FitsInFloat(im);
    case DType::kComplex128:
      return true;
    case DType::kUInt16:
    case DType::kUInt32:
    case DType::kUInt64:
    case DType::kFloat8E4M3FN:
    case DType::kFloat8E5M2:
      return false;  // Nothing writes to them.
  }
  return false;
}

Complex Sum(DType dtype, const Complex& a, const Complex& b) {
  // A double of a double is rounded here, not when it is put.
  const auto in_double = [](Exact x, Exact y) -> Exact {
    return static_cast<double>(x) + static_cast<double>(y);
  };
  if (dtype == DType::kFloat64 || dtype == DType::kComplex128) {
    return {in_double(a.re, b.re), in_double(a.im, b.im)};
  }
  return {a.re + b.re, a.im + b.im};
}

void FlipReal(DType dtype, std::byte* element) {
  switch (dtype) {
    case DType::kFloat32:
    case DType::kComplex64:
      return Flip<float>(element);
    case DType::kFloat64:
    case DType::kComplex128:
      return Flip<double>(element);
    default:
      return;  // It has no negative bit.
  }
}

void FlipImaginary(DType dtype, std::byte* element) {
  if (dtype == DType::kComplex64) Flip<float>(element + sizeof(float));
  if (dtype == DType::kComplex128) Flip<double>(element + sizeof(double));
}

}  // namespace viewproof::model
