#ifndef VIEWPROOF_FUZZ_HUNT_FUZZ_REPORT_H_
#define VIEWPROOF_FUZZ_HUNT_FUZZ_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/gate/gate.h"
#include "conformance/process/executor.h"
#include "conformance/report/findings.h"
#include "conformance/report/print_groups.h"
#include "conformance/report/summary.h"
#include "conformance/run/conclusion.h"
#include "conformance/run/launch.h"
#include "fuzz/hunt/examine.h"
#include "fuzz/hunt/hunt.h"

namespace viewproof {

// The case of each as code of the library, or no lines. One process is asked
// about all but those that die.
std::vector<std::vector<std::string>> OwnCodeOf(
    const std::vector<const Finding*>& findings, const Launch& launch);

// The group of the cases that show it.
Group GroupOf(const Finding& finding, Facets demanded);

// Prints a finding: what differs, and the smallest case as code of PyTorch and
// of the library (`own`); if `verbose`, as a line of a vector file, too.
void PrintFinding(const Screen& screen, std::size_t number,
                  const Finding& finding, Facets demanded,
                  const std::vector<std::string>& own, const GroupsView& view,
                  bool verbose);

// The cases of a run by how they came out.
Cell CellOf(const HuntCounts& counts, const std::vector<Finding>& findings);

// The report of a run, which adds up with those of other ranges: a finding's
// key is its op, difference, verdict and features; it shows these, facets,
// base, chain, expect and either the reason why it is known or, of a new one,
// its number as it was printed. It depends on the cases
// and the subject's answers alone.
RangeReport FuzzReport(const ReportHeader& header, const HuntCounts& counts,
                       const Trouble& trouble,
                       const std::vector<Finding>& findings);

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_FUZZ_REPORT_H_
