#ifndef VIEWPROOF_REFERENCE_CORE_SMALL_FLOAT_H_
#define VIEWPROOF_REFERENCE_CORE_SMALL_FLOAT_H_

#include <cstdint>

namespace viewproof {

// A float in 16 bits: a sign, an exponent, a fraction (spec: dtype.d2).
struct SmallFloat {
  int exponent_bits;
  int fraction_bits;
};

inline constexpr SmallFloat kFloat16 = {.exponent_bits = 5,
                                        .fraction_bits = 10};
inline constexpr SmallFloat kBFloat16 = {.exponent_bits = 8,
                                         .fraction_bits = 7};

// value  ->  the bits of the nearest one, of two the even one; infinity beyond
// the largest.
uint16_t EncodeSmallFloat(const SmallFloat& format, double value);

// bits  ->  their value.
double DecodeSmallFloat(const SmallFloat& format, uint16_t bits);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_SMALL_FLOAT_H_
