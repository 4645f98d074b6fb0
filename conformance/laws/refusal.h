#ifndef VIEWPROOF_CONFORMANCE_LAWS_REFUSAL_H_
#define VIEWPROOF_CONFORMANCE_LAWS_REFUSAL_H_

#include <string>

#include "conformance/case/case.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Returns what breaks this law in the replies of `subject`, or nothing: without
// its refused steps a case comes out the same (storage.i3).
std::string BreaksRefusal(const Case& test, Subject& subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_REFUSAL_H_
