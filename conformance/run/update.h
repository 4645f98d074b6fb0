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

// What an update did, one line each, and the lines that it could not drop.
struct Update {
  std::vector<std::string> done;
  std::vector<UnmetLine> unmet;
};

// Rewrites the gate file and its known lines: drops what MayDrop allows, and
// entries without lines whose cause is not that of a new failure; corrects
// counts; fills in the digest, the number of
// executed cases, [subject], and the facets that a new gate demands, if they
// are empty. With an empty digest it also drops the lines of cases that golden/
// does not have. Adds no failure and changes no reason. Does nothing, and says
// so, unless the run was whole and of the pinned hello and golden/. Throws
// BadInput like SaveGate.
Update UpdateGate(const Gate& gate, const Hello& hello, const Tally& tally,
                  const std::vector<UnmetLine>& unmet, const RunFacts& facts);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_UPDATE_H_
