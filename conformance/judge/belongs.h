#ifndef VIEWPROOF_CONFORMANCE_JUDGE_BELONGS_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_BELONGS_H_

#include <string>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/judge/record.h"

namespace viewproof {

// Returns whether a comparison finds differences of this kind in the facet.
bool MayShow(Facet facet, DifferenceKind kind);

// Returns why no judgement of this vector on a subject with this hello can be
// this record: "field \"profile\": the case is of core"; or empty. It finds
// what was changed by hand or belongs to another suite, not every lie.
std::string WhyNotOf(const Vector& vector, const Hello& hello,
                     const Record& record);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_BELONGS_H_
