#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_STEP_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_STEP_H_

#include <array>

#include "conformance/case/case.h"
#include "conformance/subjects/bind.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The tensor that a chain starts from, as the reference holds it.
Tensor MakeReferenceTensor(const Base& base);

using NamedTensors = ArgumentTensors<Tensor>;

// Returns what the reference answers to one step on a tensor: what
// MakeReference() is made of, for those who want no values. Requires: the step
// does not observe, is not too large, and `named` has every tensor of the chain
// that an argument or an item of an index names.
Answer<Tensor> RunReferenceStep(const Step& step, const Tensor& operand,
                                NamedTensors named = {});

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_STEP_H_
