#include <gtest/gtest.h>

#include <optional>
#include <string_view>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/judge/relation.h"

namespace viewproof {
namespace outside_test {

Output OutputOf(std::optional<int64_t> storage, Ints sizes, Ints strides,
                int64_t offset = 0, DType dtype = DType::kFloat32) {
  Output output;
  output.dtype = dtype;
  output.sizes = std::move(sizes);
  output.strides = std::move(strides);
  output.offset = offset;
  output.storage = storage;
  return output;
}

// Returns whether an output is outside, in a case with a base of 6 elements.
bool IsOutside(const Output& output, const std::vector<Outcome>& answers = {}) {
  return viewproof::IsOutside(ParseText("float32[2,3] | t()"), answers, output);
}

TEST(IsOutside, LooksAtBothEndsOfTheBasesStorage) {
  EXPECT_FALSE(IsOutside(OutputOf(0, {3, 2}, {1, 3})));
  EXPECT_FALSE(IsOutside(OutputOf(0, {1}, {9}, 5)));
  EXPECT_TRUE(IsOutside(OutputOf(0, {1}, {1}, 6)));
  EXPECT_TRUE(IsOutside(OutputOf(0, {3, 2}, {1, 4})));
  EXPECT_TRUE(IsOutside(OutputOf(0, {2}, {-1})));
  EXPECT_FALSE(IsOutside(OutputOf(0, {2}, {-1}, 1)));
}

TEST(IsOutside, CountsInItemsOfTheOutput) {
  EXPECT_FALSE(IsOutside(OutputOf(0, {24}, {1}, 0, DType::kUInt8)));
  EXPECT_TRUE(IsOutside(OutputOf(0, {24}, {1}, 1, DType::kUInt8)));
  EXPECT_TRUE(IsOutside(OutputOf(0, {4}, {1}, 0, DType::kFloat64)));
}

TEST(IsOutside, IsNeverSaidWithoutElementsOrOfWhatWasNotTold) {
  EXPECT_FALSE(IsOutside(OutputOf(0, {0, 9}, {9, 1}, 99)));
  EXPECT_FALSE(IsOutside(OutputOf(std::nullopt, {9}, {9}, 9)));
  Output output = OutputOf(0, {9}, {9}, 9);
  output.offset.reset();
  EXPECT_FALSE(IsOutside(output));
  output.offset = kNotAnInteger;
  EXPECT_FALSE(IsOutside(output));
  output = OutputOf(0, {9}, {kNotAnInteger});
  EXPECT_FALSE(IsOutside(output));
  output.strides.reset();
  EXPECT_FALSE(IsOutside(output));
  output = OutputOf(0, {9}, {9}, 9);
  output.dtype.reset();
  EXPECT_FALSE(IsOutside(output));
}

TEST(IsOutside, KnowsAnotherStorageByTheFirstTensorThatFillsItsStart) {
  const std::vector<Outcome> whole = {
      std::vector<Output>{OutputOf(1, {2, 3}, {1, 2})}};
  EXPECT_FALSE(IsOutside(OutputOf(1, {6}, {1}), whole));
  EXPECT_TRUE(IsOutside(OutputOf(1, {6}, {1}, 1), whole));
  for (const Output& part :
       {OutputOf(1, {2, 3}, {3, 1}, 1), OutputOf(1, {2, 2}, {3, 1}),
        OutputOf(1, {2, 3}, {0, 1})}) {
    const std::vector<Outcome> some = {std::vector<Output>{part}};
    EXPECT_FALSE(IsOutside(OutputOf(1, {6}, {1}, 1), some));
    EXPECT_TRUE(IsOutside(OutputOf(1, {6}, {-1}), some));
  }
  EXPECT_FALSE(IsOutside(OutputOf(2, {6}, {1}, 9), whole));
}

TEST(IsOutside, CountsBeyondInt64) {
  EXPECT_TRUE(
      IsOutside(OutputOf(0, {INT64_MAX, INT64_MAX}, {INT64_MAX, INT64_MAX})));
}

}  // namespace outside_test
}  // namespace viewproof
