#ifndef VIEWPROOF_CONFORMANCE_PICTURE_BRIEF_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_BRIEF_H_

#include <cstddef>
#include <string>

#include "conformance/picture/blocks.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/text.h"

namespace viewproof {

// What fits kBriefLines lines: the title, the verdict or the cause, the chain
// and the walk that breaks, and what to do instead.
std::string DrawBrief(const Picture& picture, const TextStyle& style);

// The chain alone, without what each of its tensors has alike.
Lines BriefTable(const Picture& picture, const TextStyle& style);

// The first `most` lines; the last of them says that some are left out.
void CutTo(Lines& lines, std::size_t most, std::size_t columns);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_BRIEF_H_
