#ifndef VIEWPROOF_CONFORMANCE_LAWS_APART_H_
#define VIEWPROOF_CONFORMANCE_LAWS_APART_H_

#include <cstdint>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"

namespace viewproof {

// The first step (from 1) in which a reply shows something else, in a facet
// that hello declares, than `expect`; 0: none. What the judge should find, said
// again without its code: step by step, and the storages as a partition.
int64_t FirstStepApart(const Hello& hello, const std::vector<Outcome>& expect,
                       const std::vector<Outcome>& shown);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_APART_H_
