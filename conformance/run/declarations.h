#ifndef VIEWPROOF_CONFORMANCE_RUN_DECLARATIONS_H_
#define VIEWPROOF_CONFORMANCE_RUN_DECLARATIONS_H_

#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/gate/gate.h"
#include "conformance/report/tally.h"

namespace viewproof {

// A run says this of the declarations of hello.

// Throws AdapterFault if hello says of an op that it copies, or that writes
// rebind, and no vector of golden/ in `root` shows it in a declared facet: such
// a lie would not be found.
void RefuseUnseen(const std::string& root, const Hello& hello);

// The borrowed ops that are wrong in more than one of ten of the cases that
// reach them, one sentence each: hello is refused.
std::vector<std::string> RefusedBorrowed(const Tally& tally);

// The cases that borrowed ops get wrong and the gate does not list, and those
// that it lists and they do not: one sentence each, with at most three ids.
std::vector<std::string> ChangesOfBorrowed(const Gate& gate,
                                           const Tally& tally);

// Makes the cases that `wanted` lists those of this run; says so if it differs.
void SetBorrowed(const Tally& tally, Gate& wanted,
                 std::vector<std::string>& done);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_DECLARATIONS_H_
