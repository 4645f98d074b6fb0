#include "conformance/gen/read_step.h"

#include <algorithm>

namespace viewproof {

Step ReadStep(std::optional<OutputRef> on) {
  const auto row = std::find_if(Ops().begin(), Ops().end(), Observes);
  return {.op = &*row, .args = {}, .on = on};
}

}  // namespace viewproof
