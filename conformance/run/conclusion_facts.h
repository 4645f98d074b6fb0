#ifndef VIEWPROOF_CONFORMANCE_RUN_CONCLUSION_FACTS_H_
#define VIEWPROOF_CONFORMANCE_RUN_CONCLUSION_FACTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "conformance/gate/gate.h"
#include "conformance/process/executor.h"
#include "conformance/run/conclusion.h"

namespace viewproof {

// What the facts of a run that are no record make of a conclusion.

// The stray deaths that no [[flaky_death]] allows; `allowed` gets the others.
std::map<std::string, int64_t> NotAllowed(
    const Gate& gate, std::map<std::string, int64_t> deaths,
    std::map<std::string, int64_t>& allowed);

// Red for a stray death that the gate, which may be null, does not allow. Says
// which ones are allowed, or nothing.
std::string TellStrays(const Gate* gate, const Trouble& trouble,
                       Conclusion& conclusion);

// Red: an adapter must keep its standard output to the protocol.
void TellNoise(const Trouble& trouble, Conclusion& conclusion);

// Never red: the protocol leaves open how a process ends after bye.
void TellLateDeaths(const Trouble& trouble, Conclusion& conclusion);

// What the run cost: "processes: 7 started, 6 died, 2 deadlines missed".
void TellProcesses(const Trouble& trouble, Conclusion& conclusion);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_CONCLUSION_FACTS_H_
