#ifndef VIEWPROOF_CONFORMANCE_JUDGE_RELATION_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_RELATION_H_

#include <optional>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/span.h"
#include "conformance/judge/difference.h"

namespace viewproof {

// Returns where an output lies. Nothing if some of it was not told, or is no
// geometry.
std::optional<Geometry> GeometryOf(const Output& output);

// The bytes of a storage, as far as a subject's answers tell: those of the
// base, or of the first tensor there if that fills its start without a gap.
// Nothing if they do not tell.
std::optional<Wide> StorageBytes(const Case& test,
                                 const std::vector<Outcome>& answers,
                                 int64_t storage);

// Returns whether a tensor with elements was answered that reaches outside of
// its storage. False where its sizes, strides, offset or storage were not told,
// and for a dtype that we do not know, unless it begins before its storage.
bool IsOutside(const Case& test, const std::vector<Outcome>& answers,
               const Output& output);

// Returns how an output that differs in this way is related to the expected
// one:
//   empty           it has no elements
//   size_1          strides that agree for all sizes > 1; `contiguous` of a
//                   tensor with a size of 1
//   times_itemsize  strides (of sizes > 1) or an offset, in bytes
//   row_major, column_major  a copy, or other strides or `contiguous`; the
//                   strides of all sizes > 1 are those of a fresh tensor
// Blame finds `unwritten`.
Relation RelationOf(DifferenceKind kind, const Output& expected,
                    const Output& actual);

// Sets the relation of each difference, and whether the output that shows it
// reaches outside of its storage.
void Relate(const Case& test, const std::vector<Outcome>& expect,
            const Reply& reply, std::vector<Difference>& differences);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_RELATION_H_
