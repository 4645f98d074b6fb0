#ifndef VIEWPROOF_CONFORMANCE_GATE_GATE_TEXT_H_
#define VIEWPROOF_CONFORMANCE_GATE_GATE_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "conformance/gate/gate.h"

namespace viewproof {

// The text of a new gate file of a subject that takes options: the subject, its
// options, the profiles.
std::string NewGateText(const Gate& gate);

// The text of a gate file with more entries at its end. Each byte of `text`
// stays. Lines end as in `text`.
std::string WithEntries(std::string_view text,
                        const std::vector<KnownFailure>& entries);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_GATE_TEXT_H_
