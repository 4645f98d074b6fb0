#ifndef VIEWPROOF_CONFORMANCE_PICTURE_VERDICT_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_VERDICT_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/picture/wording.h"

namespace viewproof {

// What the last step of a chain gives and why, as sentences: a view or a copy,
// the tensor itself, what a write reaches, what a question is answered. Nothing
// if a step is refused, or if strides are not told.
std::vector<std::string> VerdictOf(const Case& test,
                                   const std::vector<Outcome>& outcomes,
                                   const Wording& wording);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_VERDICT_H_
