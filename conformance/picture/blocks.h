#ifndef VIEWPROOF_CONFORMANCE_PICTURE_BLOCKS_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_BLOCKS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/picture/layout.h"

namespace viewproof {

using Lines = std::vector<std::string>;

// Breaks a text at blanks; what has none is cut.
Lines Broken(std::string_view text, std::size_t columns);

// Lines that stand beside others.
struct Block {
  Lines lines;
  std::size_t width() const;
};

// The blocks from left to right, `between` columns apart, and below where there
// is no room.
Lines Flow(const std::vector<Block>& blocks, std::size_t columns,
           std::size_t between);

// The cells of a plane as columns of numbers. Where there is no room for them,
// some are left out; for fewer than three, each has a line.
Block BlockOf(const Plane& plane, std::size_t columns);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_BLOCKS_H_
