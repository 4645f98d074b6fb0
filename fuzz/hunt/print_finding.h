#ifndef VIEWPROOF_FUZZ_HUNT_PRINT_FINDING_H_
#define VIEWPROOF_FUZZ_HUNT_PRINT_FINDING_H_

#include <cstddef>
#include <string>

#include "conformance/report/summary.h"
#include "conformance/run/launch.h"
#include "fuzz/hunt/examine.h"

namespace viewproof {

// Prints a finding: what differs, and the smallest case as a line of a vector
// file, as code of PyTorch and of the library. `rerun` is a command that
// runs it again.
void PrintFinding(const Screen& screen, std::size_t number,
                  const Finding& finding, Facets demanded, const Launch& launch,
                  const std::string& rerun);

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_PRINT_FINDING_H_
