#ifndef VIEWPROOF_CONFORMANCE_PICTURE_BRIEF_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_BRIEF_H_

#include <string>

#include "conformance/picture/picture.h"
#include "conformance/picture/text.h"

namespace viewproof {

// What fits kBriefLines lines: the title, the verdict or the cause, the chain
// and the walk that breaks, and what to do instead.
std::string DrawBrief(const Picture& picture, const TextStyle& style);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_BRIEF_H_
