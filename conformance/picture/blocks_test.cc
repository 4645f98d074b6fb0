#include <gtest/gtest.h>

#include "conformance/picture/drawing.h"

namespace viewproof {
namespace blocks_test {

TEST(Flow, StandsBlocksSideBySideWhereThereIsRoom) {
  const std::vector<Block> blocks = {{{"a", "bb"}}, {{"c"}}, {{"ddd"}}};
  EXPECT_EQ(Flow(blocks, 9, 1), (Lines{"a  c ddd", "bb"}));
  EXPECT_EQ(Flow(blocks, 5, 1), (Lines{"a  c", "bb", "", "ddd"}));
  EXPECT_EQ(Flow({}, 5, 1), Lines{});
}

TEST(BlockOf, LeavesOutColumnsThatDoNotFit) {
  const Plane plane = {
      "[0, :]", {0, 1}, {0, 1, 2, 3}, {0, 1, 2, 3, 40, 5, 6, 7}, {0, 1}};
  EXPECT_EQ(BlockOf(plane, 20).lines,
            (Lines{"[0, :]", " 0  1  2  3", "40  5  6  7"}));
  EXPECT_EQ(BlockOf(plane, 9).lines,
            (Lines{"[0, :]", " 0 ...  3", "40 ...  7"}));
  EXPECT_EQ(BlockOf({"", {0}, {0, 1, 2}, {1, 2, 300}, {0}}, 6).lines,
            (Lines{"1", "2", "300"}));
}

}  // namespace blocks_test
}  // namespace viewproof
