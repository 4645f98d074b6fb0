#include "conformance/gen/condition_aim.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace viewproof {
namespace condition_aim_test {

template <typename List>
const auto& Named(const List& list, std::string_view name) {
  const auto found = std::find_if(
      list.begin(), list.end(), [&](const auto& e) { return e.name == name; });
  EXPECT_NE(found, list.end()) << name;
  return *found;
}

Aim For(std::string_view op, std::string_view condition) {
  return AimFor(std::string(op), Named(Conditions(), condition));
}

TEST(AimFor, SaysWhatATensorMustBeLike) {
  EXPECT_EQ(For("clone", "operand: rank 7").like->rank, 7);
  EXPECT_EQ(For("clone", "result: a size of 33").like->size, 33);
  EXPECT_EQ(For("clone", "operand: dtype int8").like->dtype, DType::kInt8);
  const Aim both = For("clone", "operand: rank >= 4, operand: offset");
  EXPECT_EQ(both.like->least_rank, 4);
  EXPECT_EQ(both.like->offset, true);
  const Aim column = For("clone", "operand: rank >= 3, operand: column-major");
  EXPECT_EQ(column.like->order, ElementOrder::kColumnMajor);
  EXPECT_FALSE(For("slice", "a negative number").like);
}

TEST(AimFor, AsksForTheNegativeBit) {
  const Aim aim = For("select", "operand: the negative bit");
  EXPECT_TRUE(aim.like->bit);
  EXPECT_EQ(aim.like->dtype, DType::kFloat32);
}

TEST(AimFor, KnowsWideNumbers) {
  EXPECT_TRUE(For("slice", "a step just below 2^31 or 2^63").wide);
  EXPECT_TRUE(
      For("slice", "operand: rank >= 3, a number of 2^32 or more").wide);
  EXPECT_FALSE(For("slice", "a negative number").wide);
}

TEST(AimFor, SaysWhatRanBefore) {
  for (const History history : kHistories) {
    EXPECT_EQ(For("copy_", Name(history)).before, history) << Name(history);
  }
}

// Traits cannot say these of a tensor: how it was made, and counts of rows.
constexpr std::array kUnsaid = {What::kRows,         What::kDepth,
                                What::kSibling,      What::kLongerStorage,
                                What::kWrittenSince, What::kWrittenItself};

TEST(AimFor, KnowsEveryConditionOfShapesAndDTypes) {
  for (const Condition& condition : SingleConditions()) {
    const std::string_view name = condition.name;
    if (!name.starts_with("operand: ")) continue;
    const Aim aim = AimFor("clone", condition);
    const bool is_said = aim.product || aim.like != TensorTraits();
    const bool is_unsaid = std::ranges::count(kUnsaid, condition.what) > 0;
    EXPECT_NE(is_said, is_unsaid) << name;
  }
}

}  // namespace condition_aim_test
}  // namespace viewproof
