#ifndef VIEWPROOF_REFERENCE_CORE_SMALL_FLOAT_H_
#define VIEWPROOF_REFERENCE_CORE_SMALL_FLOAT_H_

#include <cstdint>

namespace viewproof {

// A float of 16 or 8 bits: a sign, an exponent, a fraction (spec: dtype.d2,
// dtype.d4).
struct SmallFloat {
  int exponent_bits;
  int fraction_bits;
  bool has_infinity = true;  // Else the last pattern alone is NaN.
};

inline constexpr SmallFloat kFloat16 = {.exponent_bits = 5,
                                        .fraction_bits = 10};
inline constexpr SmallFloat kBFloat16 = {.exponent_bits = 8,
                                         .fraction_bits = 7};
inline constexpr SmallFloat kFloat8E4M3FN = {
    .exponent_bits = 4, .fraction_bits = 3, .has_infinity = false};
inline constexpr SmallFloat kFloat8E5M2 = {.exponent_bits = 5,
                                           .fraction_bits = 2};

// value  ->  the bits of the nearest one, of two the even one; infinity, or NaN
// if there is none, beyond the largest.
uint16_t EncodeSmallFloat(const SmallFloat& format, double value);

// bits  ->  their value.
double DecodeSmallFloat(const SmallFloat& format, uint16_t bits);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_SMALL_FLOAT_H_
