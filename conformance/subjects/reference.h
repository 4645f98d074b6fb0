#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_H_

#include <memory>
#include <optional>
#include <string>

#include "conformance/case/case.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/subject.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The reference implementation (reference/) as a subject: every op, facet and
// dtype, in PyTorch's world. Others: world_reference.h.
std::unique_ptr<Subject> MakeReference();

// Writes a reply of the reference, or of what runs it, as AppendReply() does:
// its errors say the messages of their rules.
void AppendExplainedReply(const Case& test, Reply& reply, std::string& out);

// A literal as a tensor of the reference.
Tensor TensorOf(const Literal& literal);

// The reference with `wrapper` round its bindings, called `name`.
std::unique_ptr<Subject> MakeWrapped(std::string name, Wrapper<Tensor> wrapper);

// Shows what a tensor is, but neither its storage nor its elements.
void ShowHeader(const Tensor& tensor, Output& output);

// The elements of a tensor as a literal.
Literal LiteralFrom(const Tensor& tensor);

// The chain of a case with a literal in place of each tensor of the case that
// an index names: what it holds when the step begins. A step that does not run,
// or that comes after one that is too large, is as it was.
std::vector<Step> WithIndexLiterals(const Case& test);

// A contiguous copy; nothing when it is too large (kMaxCopied).
std::optional<Tensor> SmallCopy(const Tensor& tensor);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_REFERENCE_H_
