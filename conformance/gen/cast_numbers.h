#ifndef VIEWPROOF_CONFORMANCE_GEN_CAST_NUMBERS_H_
#define VIEWPROOF_CONFORMANCE_GEN_CAST_NUMBERS_H_

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "reference/core/dtype.h"

namespace viewproof {

// Says what a wrong conversion may get wrong of a number.
enum class CastKind {
  kTruth,     // Something other than 0 and 1 is true.
  kFraction,  // It is cut, not rounded.
  kTie,       // It lies in the middle between two numbers of the dtype.
  kOnce,      // One rounding and two give different numbers.
  kDenormal,
  kNegative,
  kMinusZero,  // Its sign is kept, and it is no truth.
  kWide,       // An integer that float64 does not hold.
  kModulo,     // An integer that the integer dtype does not hold.
  kGreatest,   // The greatest that both dtypes hold, or near it.
  kOverflow,   // A finite number that becomes an infinity.
  kInfinite,
  kNaN
};

inline constexpr std::array kCastKinds = {
    CastKind::kTruth,     CastKind::kFraction, CastKind::kTie,
    CastKind::kOnce,      CastKind::kDenormal, CastKind::kNegative,
    CastKind::kMinusZero, CastKind::kWide,     CastKind::kModulo,
    CastKind::kGreatest,  CastKind::kOverflow, CastKind::kInfinite,
    CastKind::kNaN};

std::string_view Name(CastKind kind);

// Returns whether the real number is of this kind in a cast of an element from
// one dtype to another, and what it becomes is specified (spec: dtype.d2,
// dtype.u1).
bool IsOf(CastKind kind, DType from, DType to, const Scalar& number);

// Returns a number of the kind; kNoNumber if the two dtypes have none.
Scalar NumberOf(CastKind kind, DType from, DType to);

inline constexpr std::size_t kCastElements = 12;

// The elements of a source from which a cast is seen to be right: a number of
// each kind that there is, and others of which both dtypes hold all. The
// imaginary part of each is another one of them, and not 0; it is 0 of -0.0
// alone if it becomes a bool, which is then false.
std::vector<Scalar> CastElements(DType from, DType to);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_CAST_NUMBERS_H_
