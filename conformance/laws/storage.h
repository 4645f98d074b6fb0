#ifndef VIEWPROOF_CONFORMANCE_LAWS_STORAGE_H_
#define VIEWPROOF_CONFORMANCE_LAWS_STORAGE_H_

#include <string>

#include "conformance/case/case.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Returns what breaks this law in the reply of `subject`, or nothing: a view
// lies on the storage of its operand, with or without elements (storage.d4), a
// part of a sparse base on one that was made with it (sparse.d1), and an
// operand returned itself is unchanged (storage.d3).
std::string BreaksStorage(const Case& test, Subject& subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_STORAGE_H_
