#include <gtest/gtest.h>

#include <optional>

#include "conformance/picture/layout.h"
#include "reference/ops/view.h"

namespace viewproof {
namespace jumps_test {

// The first element whose jump from the one `place` before it is another one.
std::optional<Wide> FirstBreak(const Ints& addresses, const Ints& sizes,
                               std::size_t dim) {
  int64_t place = 1;
  for (std::size_t d = dim + 1; d < sizes.size(); ++d) place *= sizes[d];
  const auto count = std::ssize(addresses);
  for (int64_t k = place; k < count; ++k) {
    if (k / place % sizes[dim] == 0) continue;
    const int64_t jump = addresses[k] - addresses[k - place];
    if (jump != addresses[place] - addresses[0]) return k;
  }
  return std::nullopt;
}

// Every list of 1, 2 and 3 sizes that multiply to `count`.
std::vector<Ints> SizesOf(int64_t count) {
  std::vector<Ints> all = {{count}};
  for (int64_t a = 1; a <= count; ++a) {
    if (count % a != 0) continue;
    all.push_back({a, count / a});
    for (int64_t b = 1; b <= count / a; ++b) {
      if (count / a % b == 0) all.push_back({a, b, count / a / b});
    }
  }
  return all;
}

TEST(Jumps, BreakExactlyWhereTheReferenceRefusesAView) {
  int64_t refused = 0;
  for (const int64_t s0 : {0, 1, 2, 3, 6}) {
    for (const int64_t s1 : {0, 1, 2, 4, 6}) {
      for (const int64_t s2 : {0, 1, 3}) {
        const Geometry operand = {{2, 3, 2}, {s0, s1, s2}, 1};
        const Ints addresses = AddressesOf(operand);
        for (const Ints& sizes : SizesOf(12)) {
          bool breaks = false;
          for (const NeededJump& jump : NeededJumps(operand, sizes)) {
            const auto first = FirstBreak(addresses, sizes, jump.dim);
            ASSERT_EQ(jump.breaks.has_value(), first.has_value());
            if (!first) continue;
            breaks = true;
            EXPECT_EQ(jump.breaks->to, *first);
            EXPECT_EQ(jump.breaks->to_cell, addresses[*first]);
          }
          EXPECT_EQ(breaks, !ViewStrides(operand, sizes)) << operand;
          refused += breaks ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(refused, 500);
}

TEST(Jumps, AreOfEachDimensionAbove1) {
  const auto jumps = NeededJumps({{3, 2}, {1, 3}, 0}, {1, 6, 1});
  ASSERT_EQ(jumps.size(), 1u);
  EXPECT_EQ(jumps[0].dim, 1u);
  EXPECT_EQ(jumps[0].first.length(), 3);
  EXPECT_EQ(jumps[0].breaks->length(), -2);
  EXPECT_EQ(jumps[0].breaks->from, 1);
  EXPECT_TRUE(NeededJumps({{}, {}, 0}, {1, 1}).empty());
}

TEST(Jumps, AreFoundInWhatNoMemoryHolds) {
  constexpr int64_t k2To60 = int64_t{1} << 60;
  const auto jumps = NeededJumps({{2, k2To60}, {1, 2}, 0}, {2 * k2To60});
  ASSERT_TRUE(jumps.at(0).breaks);
  EXPECT_EQ(jumps[0].breaks->to, k2To60);
  EXPECT_EQ(jumps[0].breaks->to_cell, 1);
}

TEST(LargestView, IsAViewAndHasOneBorderLessThanDimensions) {
  for (const int64_t s0 : {0, 1, 6}) {
    for (const int64_t s1 : {0, 1, 2, 6}) {
      for (const int64_t s3 : {0, 1, 3}) {
        const Geometry operand = {{2, 3, 1, 2}, {s0, s1, 9, s3}, 0};
        const LargestView merge = LargestViewOf(operand);
        EXPECT_TRUE(ViewStrides(operand, merge.sizes)) << operand;
        EXPECT_EQ(merge.borders.size() + 1, merge.sizes.size());
        // Nothing with fewer dimensions is.
        for (const Ints& sizes : SizesOf(12)) {
          if (sizes.size() < merge.sizes.size()) {
            EXPECT_FALSE(ViewStrides(operand, sizes)) << operand;
          }
        }
      }
    }
  }
}

TEST(LargestView, SaysWhichStrideWouldHaveToBeWhat) {
  const LargestView merge = LargestViewOf({{4, 1, 3, 2}, {1, 7, 8, 4}, 0});
  EXPECT_EQ(merge.sizes, (Ints{4, 6}));
  ASSERT_EQ(merge.borders.size(), 1u);
  EXPECT_EQ(merge.borders[0].left, 0u);
  EXPECT_EQ(merge.borders[0].right, 2u);
  EXPECT_EQ(merge.borders[0].stride, 1);
  EXPECT_EQ(merge.borders[0].needed, 24);
  EXPECT_EQ(LargestViewOf({{}, {}, 0}).sizes, Ints{1});
}

}  // namespace jumps_test
}  // namespace viewproof
