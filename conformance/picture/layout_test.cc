#include "conformance/picture/layout.h"

#include <gtest/gtest.h>

#include <map>

namespace viewproof {
namespace layout_test {

constexpr Wide k2To62 = Wide{1} << 62;

std::vector<int64_t> CountsIn(const Geometry& geometry,
                              const std::vector<Wide>& cells) {
  std::vector<int64_t> counts;
  const auto contents = ElementsIn(geometry, cells);
  for (const CellContent& content : contents.value()) {
    counts.push_back(content.count);
  }
  return counts;
}

TEST(Layout, WritesNumbersWithCommas) {
  EXPECT_EQ(CountText(0), "0");
  EXPECT_EQ(CountText(999), "999");
  EXPECT_EQ(CountText(-1000), "-1,000");
  EXPECT_EQ(CountText(4 * k2To62), "18,446,744,073,709,551,616");
  EXPECT_EQ(CountText(Wide{1} << 101), "more than can be counted");
}

TEST(Layout, WritesBytesWithAUnitFrom1024On) {
  EXPECT_EQ(BytesText(1), "1 byte");
  EXPECT_EQ(BytesText(1023), "1,023 bytes");
  EXPECT_EQ(BytesText(1536), "1,536 bytes (1.5 KiB)");
  EXPECT_EQ(BytesText(4 * k2To62), "18,446,744,073,709,551,616 bytes (16 EiB)");
}

TEST(Layout, CountsWithoutOverflow) {
  EXPECT_EQ(CountOf({}), 1);
  EXPECT_EQ(CountOf({INT64_MAX, INT64_MAX, INT64_MAX, 0}), 0);
  EXPECT_EQ(CountOf({INT64_MAX, INT64_MAX, INT64_MAX}), Wide{1} << 100);
  constexpr int64_t k = int64_t{1} << 62;
  EXPECT_EQ(CountOf({k, int64_t{1} << 37, k}), Wide{1} << 100);
  EXPECT_EQ(CountOf({k, 1 << 30, k}), Wide{1} << 100);
  EXPECT_EQ(CountOf({k, 1 << 30, 0}), 0);
  EXPECT_EQ(CountOf({k, 1 << 30}), Wide{1} << 92);
  EXPECT_EQ(CountsIn({{k, 1 << 30, k}, {0, 0, 0}, 0}, {0}),
            std::vector<int64_t>{INT64_MAX});
}

TEST(Layout, DrawsNothingBeyondWhatCanBeCounted) {
  constexpr int64_t kMax = INT64_MAX;
  const Geometry far = {Ints(8, kMax), Ints(8, kMax), kMax};
  EXPECT_EQ(SpanOf(far)->last, Wide{1} << 100);
  EXPECT_FALSE(IsDrawable(far));
  const Geometry below = {Ints(65, kMax), Ints(65, -kMax), 0};
  EXPECT_EQ(SpanOf(below)->first, -(Wide{1} << 100));
  EXPECT_FALSE(IsDrawable(below));
  EXPECT_FALSE(IsDrawable({Ints(2, kMax), Ints(2, 0), 0}));
  EXPECT_TRUE(IsDrawable({{1, 2}, {kMax, kMax}, kMax}));
  EXPECT_TRUE(IsDrawable({{kMax, kMax, 0}, {kMax, kMax, kMax}, kMax}));
}

TEST(Layout, GivesTheCellsOfAddressesOf) {
  const Geometry geometry = {{2, 3, 2}, {1, 0, 7}, 4};
  const Ints addresses = AddressesOf(geometry);
  const std::vector<Stretch> walk = WalkOf(geometry);
  ASSERT_EQ(walk.size(), 1u);
  EXPECT_EQ(walk[0].cells,
            std::vector<Wide>(addresses.begin(), addresses.end()));
  EXPECT_EQ(SpanOf(geometry)->first, 4);
  EXPECT_EQ(SpanOf(geometry)->last, 12);
}

TEST(Layout, ShowsTheEndsAndThePlaceThatMatters) {
  const std::vector<Stretch> walk = WalkOf({{1000}, {2}, 0}, 500);
  ASSERT_EQ(walk.size(), 3u);
  EXPECT_EQ(walk[0].cells.size(), 8u);
  EXPECT_EQ(walk[1].first, 497);
  EXPECT_EQ(walk[1].cells.front(), 994);
  EXPECT_EQ(walk[1].cells.size(), 7u);
  EXPECT_EQ(walk[2].cells.back(), 1998);
  EXPECT_EQ(WalkOf({{64}, {1}, 0}).size(), 1u);
  EXPECT_EQ(WalkOf({{65}, {1}, 0}).size(), 2u);
}

TEST(Layout, JoinsPlacesThatAreNear) {
  EXPECT_EQ(WalkOf({{1000}, {2}, 0}, 10).size(), 2u);
  EXPECT_EQ(WalkOf({{1000}, {2}, 0}, 999).size(), 2u);
}

TEST(Layout, WalksWhatNoMemoryHolds) {
  const std::vector<Stretch> walk =
      WalkOf({{INT64_MAX / 2, 2}, {0, 3}, 5}, std::nullopt);
  ASSERT_EQ(walk.size(), 2u);
  EXPECT_EQ(walk[1].cells, (std::vector<Wide>{5, 8, 5, 8}));
  EXPECT_EQ(CountsIn({{INT64_MAX / 2, 2}, {0, 3}, 5}, {5, 6, 8}),
            (std::vector<int64_t>{INT64_MAX / 2, 0, INT64_MAX / 2}));
  EXPECT_EQ(CountsIn({{INT64_MAX}, {1}, 0}, {0, INT64_MAX}),
            (std::vector<int64_t>{1, 0}));
  EXPECT_EQ(ElementsIn({{INT64_MAX, 2}, {1, 1}, 0}, {0}), std::nullopt);
  EXPECT_TRUE(GridOf({{INT64_MAX, 0}, {1, 1}, 0}).planes.empty());
}

TEST(Layout, CountsAsAddressesOfDoes) {
  for (const int64_t s0 : {0, 1, 2, 5, 9}) {
    for (const int64_t s1 : {0, 1, 2, 4, 6}) {
      for (const int64_t s2 : {0, 1, 3, 12}) {
        const Geometry geometry = {{2, 3, 2}, {s0, s1, s2}, 2};
        std::vector<Wide> cells;
        for (Wide cell = 0; cell < 40; ++cell) cells.push_back(cell);
        std::vector<CellContent> contents(cells.size());
        const Ints addresses = AddressesOf(geometry);
        for (std::size_t k = 0; k < addresses.size(); ++k) {
          CellContent& content = contents[addresses[k]];
          if (++content.count > 3) continue;
          content.elements.push_back(static_cast<Wide>(k));
        }
        EXPECT_EQ(ElementsIn(geometry, cells), contents) << geometry;
      }
    }
  }
}

TEST(Layout, CountsTheElementsOfEachCell) {
  EXPECT_EQ(CountsIn({{3, 2}, {1, 1}, 0}, {0, 1, 2, 3, kGap, 4}),
            (std::vector<int64_t>{1, 2, 2, 1, 0, 0}));
  EXPECT_EQ(CountsIn({{3, 0}, {1, 1}, 0}, {0}), std::vector<int64_t>{0});
  EXPECT_EQ(CountsIn({{}, {}, 2}, {2}), std::vector<int64_t>{1});
}

TEST(Layout, NamesTheFirstElementsOfACell) {
  const auto contents = ElementsIn({{5, 3}, {0, 1}, 0}, {1});
  EXPECT_EQ(contents->at(0), (CellContent{5, {1, 4, 7}}));
  constexpr int64_t k2To40 = int64_t{1} << 40;
  EXPECT_EQ(ElementsIn({{2, k2To40}, {k2To40, 1}, 5}, {k2To40 + 6})->at(0),
            (CellContent{1, {Wide{k2To40} + 1}}));
}

TEST(Layout, ARowHasOneColourInItsGridAndInTheStorage) {
  for (const Geometry& geometry :
       {Geometry{{3, 2}, {1, 3}, 0}, Geometry{{2, 3, 1, 2}, {6, 2, 9, 1}, 0},
        Geometry{{2, 1}, {5, 9}, 0}, Geometry{{4}, {1}, 0}}) {
    Wide element = 0;
    for (const Plane& plane : GridOf(geometry).planes) {
      for (const int hue : plane.hues) {
        for (std::size_t c = 0; c < plane.columns.size(); ++c) {
          EXPECT_EQ(HueOf(geometry, element++), hue) << geometry;
        }
      }
    }
    EXPECT_EQ(element, CountOf(geometry.sizes));
  }
}

TEST(Layout, TellsTheStridesAsArrows) {
  EXPECT_EQ(StridesText(GridOf({{3, 2}, {1, 3}, 0})), "+1 down, +3 right");
  EXPECT_EQ(StridesText(GridOf({{2, 2, 3, 4}, {24, 12, 4, 1}, 0})),
            "+24 further out, +12 to the next plane, +4 down, +1 right");
  EXPECT_EQ(StridesText(GridOf({{3}, {-2}, 9})), "-2 right");
  EXPECT_EQ(StridesText(GridOf({{}, {}, 0})), "");
}

TEST(Layout, DrawsTheLastTwoDimensionsThatAreNot1) {
  const Grid grid = GridOf({{2, 3, 1, 2}, {6, 2, 9, 1}, 0});
  ASSERT_EQ(grid.planes.size(), 2u);
  EXPECT_EQ(grid.planes[1].label, "[1, :, 0, :]");
  EXPECT_EQ(grid.planes[1].cells, (std::vector<Wide>{6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(grid.left_out, 0);
}

TEST(Layout, DrawsRank0And1AndNoElements) {
  EXPECT_EQ(GridOf({{}, {}, 3}).planes.at(0).cells, std::vector<Wide>{3});
  EXPECT_EQ(GridOf({{2}, {5}, 3}).planes.at(0).cells,
            (std::vector<Wide>{3, 8}));
  EXPECT_EQ(GridOf({{2, 1}, {5, 9}, 0}).planes.at(0).rows, (Ints{0, 1}));
  EXPECT_TRUE(GridOf({{2, 0}, {1, 1}, 0}).planes.empty());
  EXPECT_TRUE(GridOf({{0, 2, 2}, {1, 1, 1}, 0}).planes.empty());
}

TEST(Layout, LeavesOutPlanesRowsAndColumnsOfALargeTensor) {
  const Grid grid = GridOf({{10, 20, 30}, {600, 30, 1}, 0});
  ASSERT_EQ(grid.planes.size(), 3u);
  EXPECT_EQ(grid.left_out, 7);
  EXPECT_EQ(grid.planes[2].label, "[9, :, :]");
  EXPECT_EQ(grid.planes[2].rows, (Ints{0, 1, 2, 3, kGap, 18, 19}));
  EXPECT_EQ(grid.planes[2].columns, (Ints{0, 1, 2, 3, 4, 5, kGap, 28, 29}));
  EXPECT_EQ(grid.planes[2].cells.back(), 5999);
}

TEST(Layout, ShowsCellsAroundEachPlaceInside) {
  EXPECT_EQ(CellsToShow(3, {}), (std::vector<Wide>{0, 1, 2}));
  EXPECT_EQ(CellsToShow(std::nullopt, {2, -3}), (std::vector<Wide>{0, 1, 2}));
  EXPECT_TRUE(CellsToShow(std::nullopt, {-3}).empty());
  const std::vector<Wide> cells = CellsToShow(100, {50, 1000, -3});
  EXPECT_EQ(cells.size(), 8 + 1 + 7 + 1 + 4);
  EXPECT_EQ(cells[9], 47);
}

TEST(Layout, DrawsNothingOfWhatIsNoGeometry) {
  EXPECT_FALSE(IsDrawable({{2, 3}, {1}, 0}));
  EXPECT_FALSE(IsDrawable({{-2}, {1}, 0}));
  EXPECT_TRUE(IsDrawable({{2}, {-1}, 0}));
}

}  // namespace layout_test
}  // namespace viewproof
