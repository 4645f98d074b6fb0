#ifndef VIEWPROOF_CONFORMANCE_GATE_ACCEPTED_FINDING_H_
#define VIEWPROOF_CONFORMANCE_GATE_ACCEPTED_FINDING_H_

#include <string_view>
#include <vector>

#include "conformance/gate/gate.h"

namespace viewproof {

// A finding of a fuzz that a person accepts: its entry, and its case.
struct AcceptedFinding {
  KnownFailure entry;
  DrawnCase drawn;
};

// Reads {"op":..,"difference":..,"verdict":..,"facets":[..],"when":[..],
// "after":[..],"reason":..,"link":..,"base":{..},"chain":[..]}, which a report
// of fuzz shows, but for the reason, and a file of 0.1 lists. Throws BadInput
// naming the field.
AcceptedFinding ReadAcceptedFinding(std::string_view line);

// Returns whether there is an entry like this one, for whatever reason.
bool HasEntryLike(const std::vector<KnownFailure>& entries,
                  const KnownFailure& entry);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_ACCEPTED_FINDING_H_
