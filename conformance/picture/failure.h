#ifndef VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/record.h"
#include "conformance/picture/picture.h"

namespace viewproof {

// The steps of a chain as they were expected: of the vector, and where the
// record says otherwise as it says.
std::vector<Outcome> ExpectedOf(std::vector<Outcome> expected,
                                const Record& record);

// The same as the subject answered them, as far as its record tells; Unobserved
// where it does not.
std::vector<Outcome> AnsweredOf(const Record& record);

// The picture of a vector, beside it the same chain as a subject answered it.
// Nothing is drawn of a step whose answer the record does not tell. Texts of
// the subject are escaped, and cut. Requires: the record is of the vector.
Picture DrawFailure(const Vector& vector, const Record& record,
                    const std::string& subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_
