#ifndef VIEWPROOF_CONFORMANCE_LAWS_COVERAGE_H_
#define VIEWPROOF_CONFORMANCE_LAWS_COVERAGE_H_

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <string_view>

#include "conformance/case/case.h"

namespace viewproof {

// How often cases held what a generator must not leave out.
struct Coverage {
  struct Steps {
    int64_t valid = 0;
    int64_t invalid = 0;
    void operator+=(const Steps& other);
  };

  // Counts every step of a case by what the reference replied to it.
  void Add(const Case& test, const Reply& reply);

  // Adds what was counted in other cases.
  void Add(const Coverage& other);

  Steps steps;
  std::map<std::string_view, Steps> ops;         // By name.
  std::map<std::string, int64_t> errors;         // By rule.
  std::map<std::string_view, int64_t> kinds;     // Of errors, by name.
  std::map<int64_t, int64_t> ranks;              // Of operands.
  std::map<std::string_view, int64_t> dtypes;    // Of bases.
  std::map<std::string_view, int64_t> operands;  // By what they are.
};

// A table of all counts.
std::ostream& operator<<(std::ostream& os, const Coverage& coverage);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_COVERAGE_H_
