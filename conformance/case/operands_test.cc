#include "conformance/case/operands.h"

#include <vector>

#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace operands_test {

Output ShownAs(DType dtype, Ints sizes) {
  Output shown;
  shown.dtype = dtype;
  shown.sizes = std::move(sizes);
  shown.strides = Ints{1};
  return shown;
}

TEST(DropUnspecified, DropsTheLayoutOfAnAdvancedIndex) {
  const Case test = ParseText("int8[2] | getitem([true]) | getitem([0]) @0.0");
  Output shown;
  shown.strides = Ints{1};
  shown.offset = 0;
  shown.contiguous = true;
  std::vector<Outcome> outcomes(2, std::vector{shown});
  DropUnspecified(test, outcomes);
  EXPECT_EQ(std::get<std::vector<Output>>(outcomes[0]), std::vector{Output()});
  EXPECT_EQ(std::get<std::vector<Output>>(outcomes[1]), std::vector{shown});
}

// A tensor that is a number picks a view (spec: index.d2).
TEST(DropUnspecified, LooksAtTheTensorsThatAnIndexNames) {
  const Case test = ParseText(
      "int8[2,2] | new(int64[]{1}) | getitem([@1.0]) @0.0 | "
      "new(uint8[]{1}) | getitem([@3.0]) @0.0");
  std::vector<Outcome> outcomes = {
      std::vector{ShownAs(DType::kInt64, {})},
      std::vector{ShownAs(DType::kInt8, {2})},
      std::vector{ShownAs(DType::kUInt8, {})},
      std::vector{ShownAs(DType::kInt8, {1, 2, 2})}};
  DropUnspecified(test, outcomes);
  EXPECT_TRUE(std::get<std::vector<Output>>(outcomes[1])[0].strides);
  EXPECT_FALSE(std::get<std::vector<Output>>(outcomes[3])[0].strides);
}

}  // namespace operands_test
}  // namespace viewproof
