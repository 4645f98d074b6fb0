#ifndef VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_

#include <string>

#include "conformance/case/case.h"
#include "conformance/judge/record.h"
#include "conformance/picture/picture.h"

namespace viewproof {

// The picture of a vector, beside it the same chain as a subject answered it:
// what is expected, with what the record says to differ in its place. Texts of
// the subject are escaped, and cut. Requires: the record is of the vector.
Picture DrawFailure(const Vector& vector, const Record& record,
                    const std::string& subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_
