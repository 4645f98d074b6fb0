#ifndef VIEWPROOF_CONFORMANCE_PICTURE_JUMPS_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_JUMPS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/picture/layout.h"
#include "reference/core/geometry.h"

// Why new sizes need a copy, in jumps from element to element.
namespace viewproof {

// A jump from element `from` to element `to` in row-major order.
struct Jump {
  Wide from = 0;
  Wide to = 0;
  Wide from_cell = 0;
  Wide to_cell = 0;
  Wide length() const { return to_cell - from_cell; }
};

// What one new dimension needs: to go one index further, always the same jump.
struct NeededJump {
  std::size_t dim = 0;         // Of the new sizes.
  Jump first;                  // What the first one is.
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

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_JUMPS_H_
