#ifndef VIEWPROOF_CONFORMANCE_MODEL_NUMBER_H_
#define VIEWPROOF_CONFORMANCE_MODEL_NUMBER_H_

#include <cstddef>
#include <limits>

#include "reference/core/dtype.h"

namespace viewproof::model {

// Holds every int64 and every double.
using Exact = long double;
static_assert(std::numeric_limits<Exact>::digits >= 64);

// Holds what an element holds. The model converts by itself: of the reference
// it takes only the names and sizes of dtypes.
struct Complex {
  Exact re = 0;
  Exact im = 0;
};

Complex NumberOf(const Scalar& scalar);
Scalar ScalarOf(const Complex& number);

// The number of the element at `from`, and the element of a number.
Complex Load(DType dtype, const std::byte* from);
void Put(const Complex& number, DType dtype, std::byte* to);

// Returns whether it is an int in Python: no fraction, and neither -0.0, NaN,
// an infinity nor beyond int64.
bool IsInteger(Exact value);

// Returns whether a number may be written into the dtype.
bool CanHold(DType dtype, const Complex& number);

// The dtype's sum of two of its numbers.
Complex Sum(DType dtype, const Complex& a, const Complex& b);

// Changes the sign of the real part, or of the imaginary one.
void FlipReal(DType dtype, std::byte* element);
void FlipImaginary(DType dtype, std::byte* element);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_NUMBER_H_
