#ifndef VIEWPROOF_CONFORMANCE_JUDGE_RELATION_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_RELATION_H_

#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/difference.h"

namespace viewproof {

// How an output that differs in this way is related to the expected one:
//   empty           it has no elements
//   size_1          strides that agree for all sizes > 1; `contiguous` of a
//                   tensor with a size of 1
//   times_itemsize  strides (of sizes > 1) or an offset, in bytes
//   row_major, column_major  a copy, or other strides or `contiguous`; the
//                   strides of all sizes > 1 are those of a fresh tensor
Relation RelationOf(DifferenceKind kind, const Output& expected,
                    const Output& actual);

// Sets the relation of each difference, and whether the output that shows it
// reaches outside of its storage.
void Relate(const Case& test, const std::vector<Outcome>& expect,
            const Reply& reply, std::vector<Difference>& differences);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_RELATION_H_
