#ifndef VIEWPROOF_CONFORMANCE_PICTURE_TEXT_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_TEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/picture/picture.h"

namespace viewproof {

// How much of a picture is drawn; of a report's failure always all.
enum class PictureLength {
  kShort,  // The cause, the chain, grids and strip, the jump that breaks, and
           // the ways out.
  kBrief,  // At most kBriefLines lines: also what a beginner asks.
  kWhole,
};

// Says how a picture is drawn on a terminal.
struct TextStyle {
  std::size_t columns = 80;  // Text is broken there; at least 40.
  bool colour = false;
  PictureLength length = PictureLength::kWhole;
};

inline constexpr std::size_t kBriefLines = 24;

// Lines of ASCII. Colour says nothing that characters do not say too.
std::string DrawText(const Picture& picture, const TextStyle& style);

// The same as sentences, one fact a line, for a screen reader. If brief, cause,
// way out and the chain.
std::string DrawPlain(const Picture& picture, bool brief = false);

// The chain alone, without what each of its tensors has alike.
Lines BriefTable(const Picture& picture, const TextStyle& style);

// The first `most` lines; the last of them says that some are left out.
void CutTo(Lines& lines, std::size_t most, std::size_t columns);

// The picture as an <svg> element that stands in a file of its own or inside an
// HTML page. It needs no font, script or style of others, follows the reader's
// light or dark scheme, and has a <title> and a <desc> that says it all in
// sentences.
std::string Svg(const Picture& picture);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_TEXT_H_
