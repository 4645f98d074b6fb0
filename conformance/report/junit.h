#ifndef VIEWPROOF_CONFORMANCE_REPORT_JUNIT_H_
#define VIEWPROOF_CONFORMANCE_REPORT_JUNIT_H_

#include <string>

#include "conformance/report/survey.h"

namespace viewproof {

// The report at `path`, of which this is the survey, as JUnit XML: a suite per
// op with a test per record, and one test for the gate. A new failure fails, a
// death is an error, what the gate file lists is skipped, with its difference.
std::string JunitOf(const std::string& path, const Survey& survey);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_JUNIT_H_
