#ifndef VIEWPROOF_CONFORMANCE_RUN_UPDATE_H_
#define VIEWPROOF_CONFORMANCE_RUN_UPDATE_H_

#include <memory>
#include <string>
#include <vector>

#include "conformance/case/protocol.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/standing.h"
#include "conformance/golden_file/file.h"
#include "conformance/report/tally.h"
#include "conformance/run/conclusion.h"
#include "conformance/run/launch.h"

namespace viewproof {

// A subject whose gate file is `held` from then on, as it is then. One that has
// none yet has the one that an update would write. Throws BadInput for a bare
// command, and if another program of ours writes the gate file.
Launch FindToUpdate(const std::string& root, const SubjectName& name,
                    std::unique_ptr<FileLock>& held);

// Writes what a run was into the lock of the gate file: pins golden/, the
// number of executed cases, hello, and the facets that a new gate demands;
// drops the known cases that did not fail. Adds no failure, and nothing to a
// gate file that is there. Of a run that was not whole it writes nothing.
// Returns what it did, one sentence each. Throws BadInput like SaveGate.
std::vector<std::string> UpdateGate(const Gate& gate, const Hello& hello,
                                    const Tally& tally,
                                    const std::vector<UnmetCase>& unmet,
                                    const RunFacts& facts);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_UPDATE_H_
