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
                               const std::vector<Outcome>& outcomes,
                               const std::optional<PythonNames>& names);

// Whether the reference can hold the tensors that the chain does not make of
// others.
bool IsSmall(const Case& test);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_REASON_H_
