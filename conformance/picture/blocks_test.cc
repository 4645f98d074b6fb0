#include "conformance/picture/blocks.h"

#include <gtest/gtest.h>

namespace viewproof {
namespace blocks_test {

TEST(Broken, BreaksAtBlanksAndCutsLongWords) {
  EXPECT_EQ(Broken("one two three", 8), (Lines{"one two", "three"}));
  EXPECT_EQ(Broken("one two", 7), Lines{"one two"});
  EXPECT_EQ(Broken("", 7), Lines{});
  EXPECT_EQ(Broken("abcdefghij", 4), (Lines{"abcd", "efgh", "ij"}));
  EXPECT_EQ(Broken("a bcdefghij", 6), (Lines{"a bcde", "fghij"}));
  EXPECT_EQ(Broken("got   bcdefghij", 12), (Lines{"got", "bcdefghij"}));
}

TEST(Flow, StandsBlocksSideBySideWhereThereIsRoom) {
  const std::vector<Block> blocks = {{{"a", "bb"}}, {{"c"}}, {{"ddd"}}};
  EXPECT_EQ(Flow(blocks, 9, 1), (Lines{"a  c ddd", "bb"}));
  EXPECT_EQ(Flow(blocks, 5, 1), (Lines{"a  c", "bb", "", "ddd"}));
  EXPECT_EQ(Flow({}, 5, 1), Lines{});
}

TEST(BlockOf, LeavesOutColumnsThatDoNotFit) {
  const Plane plane = {
      "[0, :]", {0, 1}, {0, 1, 2, 3}, {0, 1, 2, 3, 40, 5, 6, 7}};
  EXPECT_EQ(BlockOf(plane, 20).lines,
            (Lines{"[0, :]", " 0  1  2  3", "40  5  6  7"}));
  EXPECT_EQ(BlockOf(plane, 8).lines, (Lines{"[0, :]", " 0  .  3", "40  .  7"}));
  EXPECT_EQ(BlockOf({"", {0}, {0, 1, 2}, {1, 2, 300}}, 6).lines,
            (Lines{"1", "2", "300"}));
}

TEST(Blocks, CutsNoCharacterInItsMiddle) {
  std::string text = "x";
  for (int k = 0; k < 40; ++k) text += "\xe2\x9c\x97";
  const Lines lines = Broken(text, 30);
  std::string joined;
  for (const std::string& line : lines) {
    EXPECT_NE(static_cast<unsigned char>(line[0]) & 0xc0, 0x80) << line;
    EXPECT_LE(line.size(), 30u);
    joined += line;
  }
  EXPECT_EQ(joined, text);
}

}  // namespace blocks_test
}  // namespace viewproof
