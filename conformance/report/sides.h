#ifndef VIEWPROOF_CONFORMANCE_REPORT_SIDES_H_
#define VIEWPROOF_CONFORMANCE_REPORT_SIDES_H_

#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/record.h"
#include "conformance/picture/picture.h"
#include "conformance/report/groups.h"

namespace viewproof {

// Holds what was expected where a case went wrong, and what came, a line each:
// "strides [12,2,1], elements 7 8 9 ... (12)" and "strides [1,2,12], elements 7
// 19 9 ...". Texts of the subject are escaped.
struct Sides {
  std::string expected;
  std::string got;
};

// Those of the smallest case of a group.
Sides SidesOf(const Group& group);

// Says of each difference of a failed record of the vector, and of how it died,
// who did what, what was expected and what came. What two facets tell alike is
// there once. Texts of the subject are escaped, and cut.
std::vector<Mismatch> FactsOf(const Vector& vector, const Record& record);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_SIDES_H_
