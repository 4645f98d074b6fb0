#ifndef VIEWPROOF_CONFORMANCE_PICTURE_SVG_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_SVG_H_

#include <string>

#include "conformance/picture/picture.h"

namespace viewproof {

// The picture as an <svg> element that stands in a file of its own or inside an
// HTML page. It needs no font, script or style of others, follows the reader's
// light or dark scheme, and has a <title> and a <desc> that says it all in
// sentences.
std::string Svg(const Picture& picture);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_SVG_H_
