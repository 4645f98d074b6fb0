#ifndef VIEWPROOF_CONFORMANCE_CASE_LARGEST_NUMBER_H_
#define VIEWPROOF_CONFORMANCE_CASE_LARGEST_NUMBER_H_

#include <cstdint>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// The numbers from here on are those of profile limits.
inline constexpr int64_t kFirstLimit = int64_t{1} << 31;

// Returns whether a number is 2^31 or more, or as far below 0.
constexpr bool IsBeyond31Bits(int64_t number) {
  return number >= kFirstLimit || number <= -kFirstLimit;
}

// The largest magnitude among a case's arguments and the sizes, strides and
// offsets of its outcomes; INT64_MIN counts as INT64_MAX.
int64_t LargestNumber(const Case& test, const std::vector<Outcome>& outcomes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_LARGEST_NUMBER_H_
