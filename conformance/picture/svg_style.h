#ifndef VIEWPROOF_CONFORMANCE_PICTURE_SVG_STYLE_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_SVG_STYLE_H_

#include <string>
#include <string_view>

namespace viewproof {

// The <style> of a picture: fonts and colours, light and dark.
extern const char* const kSvgStyle;

// A text as XML takes it. Requires: it has no control character but \n, which
// becomes a blank.
std::string SvgText(std::string_view text);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_SVG_STYLE_H_
