#ifndef VIEWPROOF_CONFORMANCE_CASE_WRITE_RULES_H_
#define VIEWPROOF_CONFORMANCE_CASE_WRITE_RULES_H_

#include <cstddef>
#include <cstdint>

#include "conformance/case/case.h"
#include "reference/core/dtype.h"

namespace viewproof {

// The number that argument `k` of a step writes; null if it is not such an
// argument.
const Scalar* NumberWritten(const Step& step, std::size_t k);

// Returns whether the number is one of kFirstWritten to kLastWritten: in no
// fill, and the same in every dtype.
bool IsMark(const Scalar& number);

// Returns whether it is specified what `op` does with a target of the dtype and
// `number` (spec: fill_.u1, add_.u1): also where it is refused.
bool WriteOfIsSpecified(const Op& op, DType dtype, const Scalar& number);

// Returns whether it is specified what an element becomes in another dtype, but
// for the bits of a NaN (spec: dtype.u1).
bool CastIsSpecified(DType from, DType to, const Scalar& element);

// Returns whether the op makes of each element of its target a new one (add_):
// else a write does not read its target.
bool ReadsTarget(const Op& op);

// Returns whether every pattern of bytes is an element of the dtype that a copy
// keeps. False for bool (spec: view_dtype.u1), and for float16, some of whose
// NaNs a copy may change.
bool AcceptsEveryBytePattern(DType dtype);

// Returns whether a copy keeps the base's bytes, seen as elements of the dtype:
// those of `fill: hex` may be no such elements of a bool or of a float16. True
// for other fills.
bool AreKept(const Base& base, DType dtype);

// Returns whether the chain may write to tensors of `target`. False if it also
// views these bytes as bool or float16, or those of a new tensor of these
// dtypes as another: a write could make patterns that they cannot represent.
bool MayWrite(const Case& test, DType target);

// Returns whether it is specified that a source without the target's negative
// bit, or with it alone, is taken (spec: copy_.u3).
bool TakesSigns(DType target, bool target_neg, bool source_neg);

// Returns whether it is specified that a tensor of dtype `source` is no source
// of copy_ and setitem if it overlaps the target (spec: copy_.u1).
bool LooksForOverlap(DType target, DType source);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_WRITE_RULES_H_
