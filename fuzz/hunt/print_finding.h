#ifndef VIEWPROOF_FUZZ_HUNT_PRINT_FINDING_H_
#define VIEWPROOF_FUZZ_HUNT_PRINT_FINDING_H_

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/report/summary.h"
#include "conformance/run/conclusion.h"
#include "conformance/run/launch.h"
#include "fuzz/hunt/examine.h"

namespace viewproof {

// The case of each as code of the library, or no lines. One process is asked
// about all but those that die.
std::vector<std::vector<std::string>> OwnCodeOf(
    const std::vector<const Finding*>& findings, const Launch& launch);

// Prints a finding: what differs, and the smallest case as a line of a vector
// file, as code of PyTorch and of the library (`own`). `rerun` is a command
// that runs it again.
void PrintFinding(const Screen& screen, std::size_t number,
                  const Finding& finding, Facets demanded,
                  const std::vector<std::string>& own,
                  const std::string& rerun);

// The verdict is the last line.
void PrintConclusion(const Screen& screen, const Conclusion& conclusion);

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_PRINT_FINDING_H_
