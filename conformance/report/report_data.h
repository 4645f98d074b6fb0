#ifndef VIEWPROOF_CONFORMANCE_REPORT_REPORT_DATA_H_
#define VIEWPROOF_CONFORMANCE_REPORT_REPORT_DATA_H_

#include <string>
#include <vector>

#include "conformance/report/survey.h"

namespace viewproof {

// All that a page about a report shows, as one JSON object. Cells are
// [executed, new, known, not demanded]. `diagnosis`: sentences that name the
// cause; or empty.
std::string DataOf(const Survey& survey,
                   const std::vector<std::string>& diagnosis = {});

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_REPORT_DATA_H_
