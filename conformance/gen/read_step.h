#ifndef VIEWPROOF_CONFORMANCE_GEN_READ_STEP_H_
#define VIEWPROOF_CONFORMANCE_GEN_READ_STEP_H_

#include <optional>

#include "conformance/case/case.h"

namespace viewproof {

// A step that reads a tensor; none: the current one. Every state allows it.
Step ReadStep(std::optional<OutputRef> on = std::nullopt);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_READ_STEP_H_
