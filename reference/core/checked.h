#ifndef VIEWPROOF_REFERENCE_CORE_CHECKED_H_
#define VIEWPROOF_REFERENCE_CORE_CHECKED_H_

#include <cstdint>
#include <optional>

namespace viewproof {

// a + b, or nothing when it exceeds int64 (spec: checked.d1).
inline std::optional<int64_t> CheckedAdd(int64_t a, int64_t b) {
  int64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

// a * b, or nothing when it exceeds int64 (spec: checked.d1).
inline std::optional<int64_t> CheckedMultiply(int64_t a, int64_t b) {
  int64_t product;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

// a + b * c, or nothing when a step exceeds int64 (spec: checked.d1).
inline std::optional<int64_t> CheckedMultiplyAdd(int64_t a, int64_t b,
                                                 int64_t c) {
  const std::optional<int64_t> product = CheckedMultiply(b, c);
  return product ? CheckedAdd(a, *product) : std::nullopt;
}

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_CHECKED_H_
