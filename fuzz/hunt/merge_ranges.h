#ifndef VIEWPROOF_FUZZ_HUNT_MERGE_RANGES_H_
#define VIEWPROOF_FUZZ_HUNT_MERGE_RANGES_H_

#include <cstdio>
#include <string>
#include <vector>

#include "conformance/report/range_report.h"
#include "conformance/run/merge.h"

namespace viewproof {

// The report of a run of all these ranges, of one seed and without gaps, in
// whatever order they are given. Of findings with the same key and facets it
// has the first. Throws BadInput naming the report that is damaged, of another
// run than the first (another subject, hello, gate file or suite), or not done,
// and the numbers that no report has or that two have.
RangeReport AddRanges(const std::vector<std::string>& paths);

// `merge` of reports of fuzz: writes their sum, prints its new findings, and
// returns what a run of all would. Throws BadInput like AddRanges.
ExitStatus MergeRanges(const MergeOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_MERGE_RANGES_H_
