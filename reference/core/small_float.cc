#include "reference/core/small_float.h"

#include <algorithm>
#include <cmath>

namespace viewproof {
namespace {

int Bias(const SmallFloat& format) {
  return (1 << (format.exponent_bits - 1)) - 1;
}

// The exponent of infinities and NaNs.
int LastExponent(const SmallFloat& format) {
  return (1 << format.exponent_bits) - 1;
}

// The bits below the sign of what lies beyond the largest number.
int Beyond(const SmallFloat& format) {
  const int infinity = LastExponent(format) << format.fraction_bits;
  const int last = (1 << format.fraction_bits) - 1;
  return format.has_infinity ? infinity : infinity + last;
}

int SignBit(const SmallFloat& format) {
  return format.exponent_bits + format.fraction_bits;
}

// The bits below the sign of a number >= 0 that is no NaN.
double Magnitude(const SmallFloat& format, double value) {
  const double beyond = Beyond(format);
  if (value == 0) return 0;
  if (std::isinf(value)) return beyond;
  const int bias = Bias(format);
  const int exponent = std::max(std::ilogb(value), 1 - bias);
  const double fraction =
      std::nearbyint(std::ldexp(value, format.fraction_bits - exponent));
  const double above = std::ldexp(exponent + bias - 1, format.fraction_bits);
  return std::min(above + fraction, beyond);
}

}  // namespace

uint16_t EncodeSmallFloat(const SmallFloat& format, double value) {
  const int sign = std::signbit(value) ? 1 << SignBit(format) : 0;
  const int nan = Beyond(format) | 1 << (format.fraction_bits - 1);
  const int magnitude =
      std::isnan(value) ? nan
                        : static_cast<int>(Magnitude(format, std::abs(value)));
  return static_cast<uint16_t>(sign | magnitude);
}

double DecodeSmallFloat(const SmallFloat& format, uint16_t bits) {
  const double sign = bits >> SignBit(format) ? -1 : 1;
  const int exponent = (bits >> format.fraction_bits) & LastExponent(format);
  const int one = 1 << format.fraction_bits;
  const int fraction = bits & (one - 1);
  if ((bits & ((1 << SignBit(format)) - 1)) >= Beyond(format)) {
    if (!format.has_infinity) return NAN;
    return fraction == 0 ? sign * INFINITY : NAN;
  }
  const int significand = exponent == 0 ? fraction : fraction + one;
  const int scale = std::max(exponent, 1) - Bias(format);
  return sign * std::ldexp(significand, scale - format.fraction_bits);
}

}  // namespace viewproof
