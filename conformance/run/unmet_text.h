#ifndef VIEWPROOF_CONFORMANCE_RUN_UNMET_TEXT_H_
#define VIEWPROOF_CONFORMANCE_RUN_UNMET_TEXT_H_

#include <string>
#include <vector>

#include "conformance/gate/standing.h"

namespace viewproof {

// "12 known failures pass now": a sentence for each reason why known failures
// did not fail.
std::vector<std::string> SentencesOf(const std::vector<UnmetLine>& unmet);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_UNMET_TEXT_H_
