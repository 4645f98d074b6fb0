#ifndef VIEWPROOF_CONFORMANCE_REPORT_ANSWER_TEXT_H_
#define VIEWPROOF_CONFORMANCE_REPORT_ANSWER_TEXT_H_

#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/judge/record.h"

namespace viewproof {

// All that a subject answered at each step that its differences name, and how
// it died, a line for each output: "step 2: dtype float32, sizes [2,3], ...".
// What it declares and did not answer, and what an older report does not hold,
// is "not told". Texts of the subject are not escaped.
std::vector<std::string> AnswerLines(const Record& record, Facets declared);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_ANSWER_TEXT_H_
