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
        Bound{"int8[2,300] cycle | unbind(1)", false},
        Bound{"int8[2,301] cycle | unbind(-1)", true},
        Bound{"int8[301] cycle | unbind(1)", false},
        Bound{"int8[600] cycle | split(2, 0)", false},
        Bound{"int8[601] cycle | split(2, 0)", true},
        Bound{"int8[601] cycle | split(0, 0)", false},
        Bound{"int8[255] | chunk(999, 0)", false},
        Bound{"int8[0] | chunk(301, 0)", true},
        Bound{"int8[0] | split_with_sizes([" + Zeros(300) + "], 0)", false},
        Bound{"int8[0] | split_with_sizes([" + Zeros(301) + "], 0)", true},
        Bound{"int8[2] | tensor_split(300, 0)", false},
        Bound{"int8[2] | tensor_split(9223372036854775807, 0)", true},
        Bound{"int8[2] | tensor_split(9223372036854775807, 1)", false},
        Bound{"int8[2] | tensor_split(-9223372036854775808, 0)", false},
        Bound{"int8[2] | tensor_split.indices([" + Zeros(299) + "], 0)", false},
        Bound{"int8[2] | tensor_split.indices([" + Zeros(300) + "], 0)", true},
        Bound{"int8[1,602] cycle | hsplit(301)", true},
        Bound{"int8[602,1] cycle | hsplit(301)", false},
        Bound{"int8[602] cycle | hsplit(301)", true},
        Bound{"int8[1,0] | hsplit(301)", true},
        Bound{"int8[] | hsplit(301)", false},
        Bound{"int8[4] | hsplit(9223372036854775807)", false},
        Bound{"int8[2] | hsplit.indices([" + Zeros(300) + "])", true},
        Bound{"int8[602,1] cycle | vsplit(301)", true},
        Bound{"int8[1,602] cycle | vsplit(301)", false},
        Bound{"int8[2,2] | vsplit.indices([" + Zeros(299) + "])", false}));

}  // namespace bounds_test
}  // namespace viewproof
