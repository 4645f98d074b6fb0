#ifndef VIEWPROOF_CONFORMANCE_GATE_CHANGES_H_
#define VIEWPROOF_CONFORMANCE_GATE_CHANGES_H_

#include <string>
#include <vector>

#include "conformance/case/protocol.h"

namespace viewproof {

// How hello differs from `pinned`, one sentence each; version, language, batch
// and times are not compared.
std::vector<std::string> Changes(const Hello& pinned, const Hello& hello);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_CHANGES_H_
