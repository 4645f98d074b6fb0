#ifndef VIEWPROOF_CONFORMANCE_LAWS_HEADERS_H_
#define VIEWPROOF_CONFORMANCE_LAWS_HEADERS_H_

#include <string>

#include "conformance/gen/state.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Returns what breaks this law in the reply of `subject`, or nothing: at the
// end of a chain every tensor has the sizes, strides, offset, storage and bits
// that it had when it was made (tensor.i1, storage.i2), and each of its
// addresses lies in its storage (address.i1). On a sparse base, which cannot be
// read, the law says nothing.
std::string BreaksHeaders(const State& state, Subject& subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_HEADERS_H_
