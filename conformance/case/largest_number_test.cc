#include "conformance/case/largest_number.h"

#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace largest_number_test {

TEST(IsBeyond31Bits, BeginsAtBothLimits) {
  for (const int64_t number :
       {kFirstLimit, -kFirstLimit, kFirstLimit + 1, INT64_MAX, INT64_MIN}) {
    EXPECT_TRUE(IsBeyond31Bits(number)) << number;
  }
  for (const int64_t number :
       {kFirstLimit - 1, 1 - kFirstLimit, int64_t{0}, int64_t{-1}}) {
    EXPECT_FALSE(IsBeyond31Bits(number)) << number;
  }
}

TEST(LargestNumber, IsBeyondWhereANumberOfTheCaseIs) {
  const auto is_beyond = [](const char* text) {
    return IsBeyond31Bits(LargestNumber(ParseText(text), {}));
  };
  EXPECT_TRUE(is_beyond("float32[2] | narrow(0, -2147483648, 1)"));
  EXPECT_FALSE(is_beyond("float32[2] | narrow(0, -2147483647, 1)"));
  EXPECT_TRUE(is_beyond("float32[2] | slice(0, -9223372036854775808, 1, 1)"));
}

}  // namespace largest_number_test
}  // namespace viewproof
