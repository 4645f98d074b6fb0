#ifndef VIEWPROOF_CONFORMANCE_LAWS_CONTIGUITY_H_
#define VIEWPROOF_CONFORMANCE_LAWS_CONTIGUITY_H_

#include <string>

#include "conformance/case/case.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Returns what breaks this law in the reply of `subject`, or nothing: a tensor
// says contiguous if and only if, in row-major order, its k-th element lies k
// after its first (contiguous.d1).
std::string BreaksContiguity(const Case& test, Subject& subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_CONTIGUITY_H_
