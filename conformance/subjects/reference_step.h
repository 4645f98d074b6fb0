#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_STEP_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_STEP_H_

#include <vector>

#include "conformance/case/case.h"
#include "conformance/subjects/bind.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The tensor that a chain starts from, as the reference holds it.
Tensor MakeReferenceTensor(const Base& base);

// What the reference answers to one step on a tensor: what MakeReference() is
// made of, for those who want no values. Requires: the step does not observe,
// is not too large, and `named` has, for every argument that names a tensor of
// the chain, that tensor (empty: no argument does).
Answer<Tensor> RunReferenceStep(const Step& step, const Tensor& operand,
                                std::vector<const Tensor*> named = {});

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_STEP_H_
