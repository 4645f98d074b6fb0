#ifndef VIEWPROOF_CONFORMANCE_GEN_HISTORY_H_
#define VIEWPROOF_CONFORMANCE_GEN_HISTORY_H_

#include <cstddef>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "conformance/gen/state.h"
#include "conformance/subjects/step_facts.h"

namespace viewproof {

bool IsWrite(const Op* op);
// Returns whether it gives a copy, or may.
bool MayCopy(const Op* op);

// Adds to a case what runs before a step by the history, the step itself on
// `target`, and reads of what these write: all of it that State::Allows permits
// and that fits into `most` steps.
void HitAfter(Chooser& choose, State& state, std::size_t most, History history,
              const TensorRecord& target, Step step);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_HISTORY_H_
