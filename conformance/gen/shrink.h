#ifndef VIEWPROOF_CONFORMANCE_GEN_SHRINK_H_
#define VIEWPROOF_CONFORMANCE_GEN_SHRINK_H_

#include <functional>

#include "conformance/case/case.h"

namespace viewproof {

// Whether every step of `test` may be asked of a subject (State::Allows).
bool Lawful(const Case& test);

// A lawful case no larger than `test` for which `holds` is true and that no
// single edit (edit.h) makes smaller: fewer steps first, then fewer and smaller
// numbers. Calls `holds` on lawful cases only. Requires: holds(test).
Case Shrink(Case test, const std::function<bool(const Case&)>& holds);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_SHRINK_H_
