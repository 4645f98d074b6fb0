#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_STEP_WRAPPER_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_STEP_WRAPPER_H_

#include "conformance/subjects/bind.h"
#include "reference/core/tensor.h"

namespace viewproof {

// A wrapper round the bindings of the reference, for headers that cannot know
// them all.
struct StepWrapper {
  Wrapper<Tensor> run;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_STEP_WRAPPER_H_
