#ifndef VIEWPROOF_CONFORMANCE_PICTURE_STRIP_TEXT_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_STRIP_TEXT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/picture/blocks.h"
#include "conformance/picture/picture.h"

namespace viewproof {

// A storage as lines of numbered cells, with a mark for each element. Where
// that takes more than one line and each cell looks the same, a sentence.
Lines LinesOf(const Strip& strip, std::size_t columns);

// A tensor as its grid, below the heading, or as its remark.
Block BlockOf(const Drawn& tensor, const std::string& heading,
              std::size_t columns);

// Cells, and below them the jumps; that to cells[breaks] is marked. `name`
// stands before them.
Lines LinesOfWalk(const std::vector<Wide>& cells,
                  std::optional<std::size_t> breaks, std::string name,
                  std::size_t columns, bool colour);

inline constexpr const char* kBoldText = "\x1b[1m";
inline constexpr const char* kRedText = "\x1b[31m";
inline constexpr const char* kGreenText = "\x1b[32m";
inline constexpr const char* kNormalText = "\x1b[0m";

std::string InColour(std::string_view text, const char* colour);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_STRIP_TEXT_H_
