#include "conformance/calls/layout_choices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace viewproof {
namespace {

LayoutsOfTensors LayoutsOfAll(const std::vector<Ints>& sizes) {
  static std::vector<std::vector<OperandLayout>> kept;
  kept.clear();
  for (const Ints& of : sizes) kept.push_back(LayoutsOf(DType::kFloat32, of));
  LayoutsOfTensors may_have;
  for (const std::vector<OperandLayout>& layouts : kept) {
    may_have.emplace_back();
    for (std::size_t k = 0; k < layouts.size(); ++k) {
      may_have.back().push_back({k, &layouts[k]});
    }
  }
  return may_have;
}

constexpr std::size_t kUnusual = kLayoutKinds.size() - 1;  // All but plain.

TEST(LayoutChoicesTest, EachTensorHasEachLayoutAlone) {
  const LayoutsOfTensors may_have = LayoutsOfAll({{2, 3, 4}, {3, 4}});
  const std::vector<ChosenLayouts> calls = EachAlone(may_have, 0);
  EXPECT_EQ(calls.size(), may_have[0].size() + may_have[1].size() - 2);
  for (const ChosenLayouts& call : calls) {
    EXPECT_EQ(std::ranges::count(call, 0U), 1);
  }
  EXPECT_EQ(EachAlone(may_have, 1).size(), may_have[1].size() - 1 + kUnusual);
}

TEST(LayoutChoicesTest, AllTensorsHaveTheSameLayout) {
  const LayoutsOfTensors may_have = LayoutsOfAll({{2, 3, 4}, {2, 3, 4}});
  const std::vector<ChosenLayouts> calls = AllAlike(may_have);
  EXPECT_EQ(calls.size(), kUnusual);
  for (const ChosenLayouts& call : calls) EXPECT_EQ(call[0], call[1]);
  EXPECT_TRUE(AllAlike(LayoutsOfAll({{2, 3}})).empty());
}

TEST(LayoutChoicesTest, AllTensorsHaveALayoutOfAKindThatCan) {
  const LayoutsOfTensors may_have = LayoutsOfAll({{2, 3, 4}, {5}, {3, 4}});
  std::set<std::size_t> turns;
  for (std::size_t turn = 0; turn < 8; ++turn) {
    const auto call = AllOfKind(may_have, LayoutKind::kPermuted, turn);
    ASSERT_TRUE(call);
    for (const std::size_t t : {0, 2}) {
      EXPECT_EQ(may_have[t][(*call)[t]].layout->kind, LayoutKind::kPermuted);
    }
    EXPECT_EQ((*call)[1], 0U);
    turns.insert((*call)[0]);
  }
  EXPECT_GT(turns.size(), 2U);
  EXPECT_FALSE(AllOfKind(LayoutsOfAll({{7}, {}}), LayoutKind::kPermuted, 0));
}

// The calls have three tensors, four dtypes and eight sizes.
TEST(LayoutChoicesTest, SoonEachKindHasMetEachOther) {
  const LayoutsOfTensors may_have =
      LayoutsOfAll({{2, 3, 4}, {3, 1, 4}, {2, 3, 4}});
  JointLayouts joint;
  std::set<std::tuple<std::size_t, LayoutKind, std::size_t, LayoutKind>> pairs;
  std::set<std::tuple<std::size_t, LayoutKind, std::size_t>> of_dtypes;
  std::set<std::pair<std::size_t, std::size_t>> layouts;
  std::set<std::size_t> counts;
  for (std::size_t k = 0; k < 72; ++k) {
    const ChosenLayouts call = joint.Next(k % 4, k % 8, may_have);
    ASSERT_EQ(call.size(), may_have.size());
    for (std::size_t t = 0; t < call.size(); ++t) {
      EXPECT_NE(call[t], 0U);
      const LayoutKind kind = may_have[t][call[t]].layout->kind;
      layouts.emplace(t, call[t]);
      of_dtypes.emplace(t, kind, k % 4);
      for (std::size_t u = 0; u < t; ++u) {
        pairs.emplace(t, kind, u, may_have[u][call[u]].layout->kind);
      }
    }
  }
  // Three pairs of tensors.
  EXPECT_EQ(pairs.size(), 3 * kUnusual * kUnusual);
  EXPECT_EQ(of_dtypes.size(), 3 * kUnusual * 4);
  std::size_t all = 0;
  for (const auto& of : may_have) all += of.size() - 1;
  EXPECT_EQ(layouts.size(), all);
}

}  // namespace
}  // namespace viewproof
