#include "tools/golden/aims.h"

#include <algorithm>
#include <string_view>

#include "gtest/gtest.h"

namespace viewproof {
namespace aims_test {

template <typename List>
const auto& Named(const List& list, std::string_view name) {
  const auto found = std::find_if(
      list.begin(), list.end(), [&](const auto& e) { return e.name == name; });
  EXPECT_NE(found, list.end()) << name;
  return *found;
}

std::optional<TensorTraits> For(std::string_view op, std::string_view effect,
                                std::string_view condition) {
  return TraitsFor(*FindOp(op), Named(Effects(), effect),
                   Named(Conditions(), condition));
}

TEST(Aims, SayWhatATensorMustBeLike) {
  EXPECT_EQ(For("clone", "copy_of_zeros", "operand: rank 7")->rank, 7);
  EXPECT_EQ(For("clone", "copy_of_zeros", "result: a size of 33")->size, 33);
  EXPECT_EQ(For("clone", "copy_of_zeros", "operand: dtype int8")->dtype,
            DType::kInt8);
  const auto pair =
      For("clone", "copy_of_zeros", "operand: rank >= 4, operand: offset");
  EXPECT_EQ(pair->least_rank, 4);
  EXPECT_EQ(pair->offset, true);
  const auto column = For("clone", "copy_of_zeros",
                          "operand: rank >= 3, operand: column-major");
  EXPECT_EQ(column->order, ElementOrder::kColumnMajor);
  EXPECT_FALSE(For("slice", "refused", "a negative number"));
}

TEST(Aims, AskForNumbersAndBitsThatAnEffectLoses) {
  EXPECT_TRUE(For("clone", "through_float32", "operand: rank 2")->exact);
  EXPECT_FALSE(For("clone", "copy_of_zeros", "operand: rank 2")->exact);
  EXPECT_TRUE(For("view", "bits_forgotten", "operand: rank 2")->bit);
  EXPECT_EQ(For("resolve_neg", "copy_of_zeros", "operand: rank 2")->dtype,
            DType::kFloat32);
}

TEST(Aims, AskForTheNegativeBit) {
  const auto like = For("select", "copied", "operand: the negative bit");
  EXPECT_TRUE(like->bit);
  EXPECT_EQ(like->dtype, DType::kFloat32);
}

TEST(Aims, KnowWideNumbers) {
  EXPECT_TRUE(
      IsOfWideNumbers(Named(Conditions(), "a step just below 2^31 or 2^63")));
  EXPECT_TRUE(IsOfWideNumbers(
      Named(Conditions(), "operand: rank >= 3, a number of 2^32 or more")));
  EXPECT_FALSE(IsOfWideNumbers(Named(Conditions(), "a negative number")));
}

// Every condition of a tensor has words that the aim knows.
TEST(Aims, KnowEveryConditionOfShapesAndDTypes) {
  for (const Condition& condition : SingleConditions()) {
    const std::string_view name = condition.name;
    if (!name.starts_with("operand: ")) continue;
    EXPECT_TRUE(TraitsFor(*FindOp("clone"), Effects()[0], condition)) << name;
  }
}

}  // namespace aims_test
}  // namespace viewproof
