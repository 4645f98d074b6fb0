#ifndef VIEWPROOF_CONFORMANCE_PICTURE_TEXT_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_TEXT_H_

#include <cstddef>
#include <string>

#include "conformance/picture/picture.h"

namespace viewproof {

// How a picture is drawn on a terminal.
struct TextStyle {
  std::size_t columns = 80;  // Text is broken there; at least 40.
  bool colour = false;
  // At most kBriefLines lines: cause, picture and way out. Of a report's
  // failure all is drawn.
  bool brief = false;
};

inline constexpr std::size_t kBriefLines = 24;

// Lines of ASCII. Colour says nothing that characters do not say too.
std::string DrawText(const Picture& picture, const TextStyle& style);

// The same as sentences, one fact a line, for a screen reader. If brief, cause,
// way out and the chain.
std::string DrawPlain(const Picture& picture, bool brief = false);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_TEXT_H_
