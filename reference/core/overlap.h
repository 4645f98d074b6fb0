#ifndef VIEWPROOF_REFERENCE_CORE_OVERLAP_H_
#define VIEWPROOF_REFERENCE_CORE_OVERLAP_H_

#include "reference/core/geometry.h"
#include "reference/core/tensor.h"

namespace viewproof {

// Returns whether the elements fill a run of the storage, each once (spec:
// copy_.d1).
bool IsDense(const Geometry& geometry);

// Returns whether a tensor with elements is not dense and repeats one by stride
// 0: the check that PyTorch makes of a target (spec: copy_.e1). It does not
// find other overlaps of a tensor with itself.
bool RepeatsAnElement(const Geometry& geometry);

// Returns whether both are dense and share bytes: the check that PyTorch makes
// of a value assigned through an advanced index (spec: setitem.e4).
bool Overlap(const Tensor& a, const Tensor& b);

// Returns whether both are dense and share bytes, but are not the same run in
// the same order: the check that PyTorch makes of a source (spec: copy_.e2). It
// does not find overlaps of tensors that are not dense.
bool OverlapInPart(const Tensor& a, const Tensor& b);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_CORE_OVERLAP_H_
