#include "conformance/gen/numbers.h"

#include <cmath>
#include <cstdint>

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
      {1 + 0x1p-11 + 0x1p-30},  // Of float16: nearer to what float32 hides.
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

}  // namespace viewproof
