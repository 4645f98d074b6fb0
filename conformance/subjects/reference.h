#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "conformance/case/case.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/subject.h"
#include "reference/core/tensor.h"

namespace viewproof {

// Whether a step (counted from 1) gives contiguous copies of the tensors that
// it gives in PyTorch's world, where these may be views.
using Copies = std::function<bool(int64_t step, const Op& op)>;

// The reference implementation (reference/) as a subject: every op, facet and
// dtype, in PyTorch's world or in that where the steps of `copies` copy. A copy
// of more than kMaxCopied elements is too large.
std::unique_ptr<Subject> MakeReference(Copies copies = nullptr);

// A literal as a tensor of the reference.
Tensor TensorOf(const Literal& literal);

// The reference with `wrapper` round its bindings, called `name`.
std::unique_ptr<Subject> MakeWrapped(std::string name, Wrapper<Tensor> wrapper);

// A contiguous copy; nothing when it is too large (kMaxCopied).
std::optional<Tensor> SmallCopy(const Tensor& tensor);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_H_
