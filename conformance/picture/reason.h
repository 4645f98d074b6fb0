#ifndef VIEWPROOF_CONFORMANCE_PICTURE_REASON_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_REASON_H_

#include <optional>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/picture/picture.h"

namespace viewproof {

// Why the first step that was refused was, or else why the first step that may
// give a view gave a copy. Nothing if there is no such step.
std::optional<Reason> ReasonOf(const Case& test,
                               const std::vector<Outcome>& outcomes);

// Whether the reference can hold the base and run the chain.
bool IsSmall(const Base& base);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_REASON_H_
