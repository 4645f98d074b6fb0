#include "conformance/gen/cast_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "conformance/case/write_rules.h"

namespace viewproof {
namespace {

// Exact for every number of every dtype.
using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64);

Real RealOf(const Scalar& number) {
  return static_cast<Real>(number.re) + static_cast<Real>(number.low);
}

Scalar Cast(DType to, const Scalar& number) {
  std::array<std::byte, kMaxItemSize> bytes = {};
  Encode(to, number, bytes.data());
  return Decode(to, bytes.data());
}

bool IsFloat(DType dtype) {  // Also a part of a complex number.
  return dtype != DType::kBool && !IsInteger(dtype);
}

bool IsSame(const Scalar& a, const Scalar& b) {
  if (std::isnan(a.re) || std::isnan(b.re)) {
    return std::isnan(a.re) && std::isnan(b.re);
  }
  return RealOf(a) == RealOf(b) && std::signbit(a.re) == std::signbit(b.re);
}

// The greatest number of the dtype, or the greatest part of a complex one.
Real GreatestOf(DType dtype) {
  if (dtype == DType::kBool) return 1;
  if (dtype == DType::kUInt8) return 255;
  if (IsInteger(dtype)) {
    return std::ldexp(Real{1}, static_cast<int>(8 * ItemSize(dtype)) - 1) - 1;
  }
  if (dtype == DType::kFloat16) return 65504;
  if (dtype == DType::kBFloat16) return 0x1.FEp127L;
  return dtype == DType::kFloat32 || dtype == DType::kComplex64
             ? static_cast<Real>(std::numeric_limits<float>::max())
             : static_cast<Real>(std::numeric_limits<double>::max());
}

// The least positive number of a float dtype that has all its digits.
Real LeastNormal(DType dtype) {
  if (dtype == DType::kFloat16) return 0x1p-14L;
  if (dtype == DType::kFloat64 || dtype == DType::kComplex128) {
    return 0x1p-1022L;
  }
  return 0x1p-126L;
}

bool IsDenormal(DType dtype, const Scalar& number) {
  const Real real = std::abs(RealOf(number));
  return IsFloat(dtype) && real > 0 && real < LeastNormal(dtype);
}

bool Holds(DType integer, Real whole) {
  const Real greatest = GreatestOf(integer);
  return whole <= greatest &&
         whole >= (integer == DType::kUInt8 ? 0 : -greatest - 1);
}

bool IsTie(DType to, const Scalar& number) {
  const Scalar got = Cast(to, number);
  const Real other = 2 * RealOf(number) - RealOf(got);
  if (!std::isfinite(got.re) || other == RealOf(got)) return false;
  return RealOf(Cast(to, {.re = static_cast<double>(other)})) == other;
}

// Returns whether it is not the nearest, or would not be by way of float64.
bool IsRoundedOtherwiseInTwoSteps(DType to, const Scalar& number) {
  const Scalar got = Cast(to, number);
  if (to != DType::kFloat16 && to != DType::kBFloat16) {
    return !IsSame(got, Cast(to, Cast(DType::kFloat64, number)));
  }
  const Real real = RealOf(number);
  const auto near = static_cast<float>(RealOf(Cast(DType::kFloat32, number)));
  if (static_cast<Real>(near) == real || !std::isfinite(got.re)) return false;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float beyond =
      std::nextafter(near, real > near ? kInfinity : -kInfinity);
  const Scalar other = Cast(to, {.re = beyond});
  return std::abs(RealOf(other) - real) < std::abs(RealOf(got) - real);
}

}  // namespace

std::string_view Name(CastKind kind) {
  constexpr std::array<std::string_view, kCastKinds.size()> kNames = {
      "truth",    "fraction", "tie",  "rounded once", "denormal",
      "negative", "-0.0",     "wide", "modulo",       "greatest",
      "overflow", "infinite", "NaN"};
  return kNames.at(static_cast<std::size_t>(kind));
}

bool IsOf(CastKind kind, DType from, DType to, const Scalar& number) {
  if (!IsSame(Cast(from, number), number)) return false;
  if (!CastIsSpecified(from, to, number)) return false;
  const Real real = RealOf(number);
  if (!std::isfinite(number.re)) {
    return kind ==
           (std::isnan(number.re) ? CastKind::kNaN : CastKind::kInfinite);
  }
  const bool is_whole = std::trunc(real) == real;
  switch (kind) {
    case CastKind::kTruth:
      return to == DType::kBool && real != 0 && real != 1;
    case CastKind::kFraction:
      return IsInteger(to) && std::abs(real - std::trunc(real)) > 0.5L;
    case CastKind::kTie:
      return IsFloat(to) && IsTie(to, number);
    case CastKind::kOnce:
      return IsFloat(to) && IsRoundedOtherwiseInTwoSteps(to, number);
    case CastKind::kDenormal:
      return IsFloat(to) && Cast(to, number).re != 0 &&
             (IsDenormal(from, number) || IsDenormal(to, Cast(to, number)));
    case CastKind::kNegative:
      return real < 0;
    case CastKind::kMinusZero:
      return real == 0 && std::signbit(number.re);
    case CastKind::kWide:
      return from == DType::kInt64 && to != DType::kBool && number.low != 0 &&
             !IsSame(Cast(to, number), Cast(to, Cast(DType::kFloat64, number)));
    case CastKind::kModulo:
      return from != DType::kBool && !IsFloat(from) && IsInteger(to) &&
             is_whole && !Holds(to, real);
    case CastKind::kGreatest:
      return from != DType::kBool && to != DType::kBool &&
             IsSame(Cast(to, number), number) &&
             real > 0.49L * std::min(GreatestOf(from), GreatestOf(to));
    case CastKind::kOverflow:
      return IsFloat(to) && std::isinf(Cast(to, number).re);
    case CastKind::kInfinite:
    case CastKind::kNaN:
      return false;
  }
  return false;
}

Scalar NumberOf(CastKind kind, DType from, DType to) {
  constexpr double kDoubled16 = 1 + 0x1p-11 + 0x1p-30;
  constexpr double kDoubled8 = 1 + 0x1p-8 + 0x1p-30;
  static const std::vector<Scalar> all = [] {
    std::vector<Scalar> numbers;
    for (const double number :
         {0.25, 256., 118., 2.75, -2.75, 2051., 2049., 259., 257., 16777219.,
          16777217., kDoubled16, kDoubled8, 0x1p30 + 0x1p22 + 1, 0x1.8p-148,
          0x1.8p-23, 0x1.8p-24, 0x1p-24, 0x1p-133, 0x1.8p-132, 0x1.8p-140,
          0x3p-1074, -0.0, -3., -117., 0x1p8 + 44, 0x1p16 + 105, 0x1p32 + 103,
          // 2^16 and 2^128 are beyond float16 and float32. The others are the
          // greatest of a dtype that others hold. Of two that are near, the
          // greater one comes first.
          0x1p16, static_cast<double>(std::numeric_limits<float>::max()),
          0x1p128, std::numeric_limits<double>::max(), 0x1.FEp127,
          0x1p63 - 0x1p10, 0x1p63 - 0x1p39, 0x1p63 - 0x1p55, 0x1p31 - 1,
          0x1p31 - 0x1p7, 0x1p31 - 0x1p23, 65504., 32767., 32752., 32640., 255.,
          127., -std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::quiet_NaN()}) {
      numbers.push_back({.re = number});
    }
    for (const int64_t number :
         {INT64_MAX, (int64_t{1} << 53) + 1, (int64_t{1} << 54) + 3,
          (int64_t{1} << 54) + (int64_t{1} << 30) + 1,
          (int64_t{1} << 62) + (int64_t{1} << 38) + 1,
          (int64_t{1} << 62) + 105}) {
      numbers.push_back(Whole(number));
    }
    return numbers;
  }();
  const auto found = std::ranges::find_if(
      all, [&](const Scalar& n) { return IsOf(kind, from, to, n); });
  return found == all.end() ? kNoNumber : *found;
}

std::vector<Scalar> CastElements(DType from, DType to) {
  std::vector<Scalar> elements;
  const auto add = [&](const Scalar& number) {
    const bool is_new = std::ranges::none_of(
        elements, [&](const Scalar& other) { return IsSame(other, number); });
    if (elements.size() < kCastElements && is_new) elements.push_back(number);
  };
  for (const CastKind kind : kCastKinds) {
    const Scalar number = NumberOf(kind, from, to);
    if (number != kNoNumber) add(number);
  }
  for (const double plain :
       {101., 0., 118., 107., 124., 113., 103., 111., 122., 105., 116., 109.}) {
    add(from == DType::kBool ? Scalar() : Scalar{.re = plain});
  }
  constexpr std::array<double, kCastElements> kTruths = {1, 1, 0, 1, 0, 0,
                                                         1, 0, 1, 1, 1, 0};
  while (elements.size() < kCastElements) {
    elements.push_back({.re = kTruths.at(elements.size())});
  }
  if (!IsComplex(from)) return elements;
  std::vector<Scalar> whole = elements;
  for (std::size_t k = 0; k < elements.size(); ++k) {
    const double part = elements[(k + 1) % elements.size()].re;
    const bool is_false =
        to == DType::kBool && std::signbit(whole[k].re) && whole[k].re == 0;
    whole[k].im = is_false ? 0 : part == 0 ? 109 : part;
  }
  return whole;
}

}  // namespace viewproof
