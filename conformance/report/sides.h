#ifndef VIEWPROOF_CONFORMANCE_REPORT_SIDES_H_
#define VIEWPROOF_CONFORMANCE_REPORT_SIDES_H_

#include <string>

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

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_SIDES_H_
