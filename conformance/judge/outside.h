#ifndef VIEWPROOF_CONFORMANCE_JUDGE_OUTSIDE_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_OUTSIDE_H_

#include <optional>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/span.h"

namespace viewproof {

// Where an output lies. Nothing if some of it was not told, or is no geometry.
std::optional<Geometry> GeometryOf(const Output& output);

// The bytes of a storage, as far as a subject's answers tell: those of the
// base, or of the first tensor there if that fills its start without a gap.
// Nothing if they do not tell.
std::optional<Wide> StorageBytes(const Case& test,
                                 const std::vector<Outcome>& answers,
                                 int64_t storage);

// Whether a tensor with elements was answered that reaches outside of its
// storage. False where its sizes, strides, offset or storage were not told, and
// for a dtype that we do not know, unless it begins before its storage.
bool IsOutside(const Case& test, const std::vector<Outcome>& answers,
               const Output& output);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_OUTSIDE_H_
