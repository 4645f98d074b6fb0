#ifndef VIEWPROOF_CONFORMANCE_PICTURE_LAYOUT_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/case/span.h"
#include "reference/core/geometry.h"

// Where the elements of a tensor lie, as far as a picture shows it. Nothing
// here is as large as the tensor: 2^62 elements cost as much as 64.
namespace viewproof {

// "1,234"; of more than 2^100, "more than can be counted".
std::string CountText(Wide number);

// "[2,3]"
std::string ListText(const Ints& list);

// "+3", "-2": a jump of so many cells.
std::string SignedText(Wide number);

// "24 bytes"; from 1024 bytes on with a unit: "4,096 bytes (4 KiB)".
std::string BytesText(Wide bytes);

// At most so many elements, or cells, are all shown.
inline constexpr int64_t kMaxShown = 64;
// If there are more, so many are shown at the ends and around the place that
// matters.
inline constexpr int64_t kFirstShown = 8;
inline constexpr int64_t kLastShown = 4;
inline constexpr int64_t kAround = 3;

// Returns whether there is a stride for each size, no size is negative, and
// elements and cells can be counted: of the reference always, of another
// subject perhaps not.
bool IsDrawable(const Geometry& geometry);

// The cell of element `k` in row-major order. Requires: IsDrawable, and
// 0 <= k < CountOf.
Wide CellOf(const Geometry& geometry, Wide k);

// Elements first, first + 1, ... in row-major order, and their cells.
struct Stretch {
  Wide first = 0;
  std::vector<Wide> cells;
  bool operator==(const Stretch&) const = default;
};

// All elements, or those at the ends and those around `place`.
std::vector<Stretch> WalkOf(const Geometry& geometry,
                            std::optional<Wide> place = std::nullopt);

// A place that is left out in a list of numbers.
inline constexpr int64_t kGap = -1;

// A row of a grid has one of so many colours, and so has each of its elements
// wherever it is drawn.
inline constexpr int kHues = 6;
inline constexpr int kNoHue = -1;

// Two dimensions of a tensor, the others fixed.
struct Plane {
  std::string label;        // "[0, :, :]"; empty: it is the whole tensor.
  Ints rows;                // Indices, or kGap.
  Ints columns;             // The same.
  std::vector<Wide> cells;  // rows * columns; 0 where one is a gap.
  std::vector<int> hues;    // Of each row; kNoHue of a gap.
};

// A tensor as planes of its last two dimensions of a size other than 1.
struct Grid {
  std::vector<Plane> planes;
  Wide left_out = 0;  // Planes that are not shown.
  // Strides of its dimensions above 1: from column to column, from row to row,
  // and of the others, outermost first.
  std::optional<int64_t> right;
  std::optional<int64_t> down;
  Ints onward;
};

// "+12 to the next plane, +4 down, +1 right"; empty if there is one element.
std::string StridesText(const Grid& grid);

// The plane with at most so many columns, of which there are three or more: the
// first ones, a gap and the last.
Plane Narrowed(const Plane& plane, std::size_t columns);

// Requires: IsDrawable.
Grid GridOf(const Geometry& geometry);

// Numbers of storage cells to show: 0, 1, ..., kGap, ..., with every one of
// `places` that lies inside. Where the count is not told, to the last of these.
std::vector<Wide> CellsToShow(std::optional<Wide> count,
                              const std::vector<Wide>& places);

// Says what lies in a cell: how many elements, and the first of them.
struct CellContent {
  static constexpr std::size_t kMostNamed = 3;
  int64_t count = 0;
  std::vector<Wide> elements;  // Numbers in row-major order, rising.
  bool operator==(const CellContent&) const = default;
};

// Returns what lies in each of these cells. Nothing if there are too many
// elements to look at.
std::optional<std::vector<CellContent>> ElementsIn(
    const Geometry& geometry, const std::vector<Wide>& cells);

// The colour of an element: that of its row in GridOf.
int HueOf(const Geometry& geometry, Wide element);

// The reason why new sizes need a copy is told in jumps: this is one from
// element `from` to element `to` in row-major order.
struct Jump {
  Wide from = 0;
  Wide to = 0;
  Wide from_cell = 0;
  Wide to_cell = 0;
  Wide length() const { return to_cell - from_cell; }
};

// Holds what one new dimension needs: to go one index further, always the same
// jump.
struct NeededJump {
  std::size_t dim = 0;         // The new sizes have it.
  Jump first;                  // Holds what the first one is.
  std::optional<Jump> breaks;  // The first that is another; absent: none.
};

// One per new dimension of a size above 1. Of more than 2^12 elements only the
// places where a dimension of the operand ends are looked at. Requires: the
// sizes multiply to the operand's count, which is not 0 and below 2^63.
std::vector<NeededJump> NeededJumps(const Geometry& operand, const Ints& sizes);

// Two neighbours of the operand, dimensions of size 1 left out, that cannot
// become one: the left stride would have to be the right size times the right
// stride (spec: viewable.d2).
struct Border {
  std::size_t left = 0;
  std::size_t right = 0;
  int64_t stride = 0;  // The left one's.
  Wide needed = 0;
};

// The view with the fewest dimensions.
struct LargestView {
  Ints sizes;
  std::vector<Border> borders;  // One less than sizes.
};

// Requires: the operand has elements.
LargestView LargestViewOf(const Geometry& operand);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_LAYOUT_H_
