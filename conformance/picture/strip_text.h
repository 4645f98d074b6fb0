#ifndef VIEWPROOF_CONFORMANCE_PICTURE_STRIP_TEXT_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_STRIP_TEXT_H_

#include <cstddef>
#include <string>

#include "conformance/picture/blocks.h"
#include "conformance/picture/picture.h"

namespace viewproof {

// A storage as lines of numbered cells, with a mark for each element. Where
// that takes more than one line and each cell looks the same, a sentence.
Lines LinesOf(const Strip& strip, std::size_t columns);

// A tensor as its grid, below the heading, or as its remark.
Block BlockOf(const Drawn& tensor, const std::string& heading,
              std::size_t columns);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_STRIP_TEXT_H_
