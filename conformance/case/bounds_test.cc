#include "conformance/case/bounds.h"

#include <string>

#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace bounds_test {

struct Bound {
  std::string text;  // A case of one step.
  bool too_large;
};

class Bounds : public testing::TestWithParam<Bound> {};

TEST_P(Bounds, HoldForTheNumberOfOutputs) {
  const Case test = ParseText(GetParam().text);
  EXPECT_EQ(TooLarge(test.chain[0], test.base.sizes, test.base.dtype),
            GetParam().too_large)
      << GetParam().text;
}

// `count` zeros with commas between them.
std::string Zeros(int count) {
  std::string zeros = "0";
  for (int k = 1; k < count; ++k) zeros += ",0";
  return zeros;
}

INSTANTIATE_TEST_SUITE_P(
    Every, Bounds,
    testing::Values(
        Bound{"int8[2,64] | unbind(1)", false},
        Bound{"int8[2,65] | unbind(-1)", true},
        Bound{"int8[65] | unbind(1)", false},
        Bound{"int8[128] | split(2, 0)", false},
        Bound{"int8[129] | split(2, 0)", true},
        Bound{"int8[129] | split(0, 0)", false},
        Bound{"int8[64] | chunk(99, 0)", false},
        Bound{"int8[0] | chunk(65, 0)", true},
        Bound{"int8[0] | split_with_sizes([" + Zeros(64) + "], 0)", false},
        Bound{"int8[0] | split_with_sizes([" + Zeros(65) + "], 0)", true},
        Bound{"int8[2] | tensor_split(64, 0)", false},
        Bound{"int8[2] | tensor_split(9223372036854775807, 0)", true},
        Bound{"int8[2] | tensor_split(9223372036854775807, 1)", false},
        Bound{"int8[2] | tensor_split(-9223372036854775808, 0)", false},
        Bound{"int8[2] | tensor_split.indices([" + Zeros(63) + "], 0)", false},
        Bound{"int8[2] | tensor_split.indices([" + Zeros(64) + "], 0)", true},
        Bound{"int8[1,130] | hsplit(65)", true},
        Bound{"int8[130,1] | hsplit(65)", false},
        Bound{"int8[130] | hsplit(65)", true},
        Bound{"int8[1,0] | hsplit(65)", true},
        Bound{"int8[] | hsplit(65)", false},
        Bound{"int8[4] | hsplit(9223372036854775807)", false},
        Bound{"int8[2] | hsplit.indices([" + Zeros(64) + "])", true},
        Bound{"int8[130,1] | vsplit(65)", true},
        Bound{"int8[1,130] | vsplit(65)", false},
        Bound{"int8[2,2] | vsplit.indices([" + Zeros(63) + "])", false}));

}  // namespace bounds_test
}  // namespace viewproof
