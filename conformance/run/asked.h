#ifndef VIEWPROOF_CONFORMANCE_RUN_ASKED_H_
#define VIEWPROOF_CONFORMANCE_RUN_ASKED_H_

#include <string>

#include "conformance/gate/gate.h"

namespace viewproof {

// A digest of the vectors that a subject is asked: of those of golden/ below
// `root` that its pinned hello admits, of its gate file's profiles and in its
// dtypes. Other vectors may come and go, and it stays. Throws as Feed does.
std::string AskedDigest(const std::string& root, const Gate& gate);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_ASKED_H_
