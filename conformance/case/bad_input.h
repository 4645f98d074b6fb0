#ifndef VIEWPROOF_CONFORMANCE_CASE_BAD_INPUT_H_
#define VIEWPROOF_CONFORMANCE_CASE_BAD_INPUT_H_

#include <stdexcept>
#include <string>

namespace viewproof {

// Malformed input. The text names the field; callers that know file and line
// prefix them.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_BAD_INPUT_H_
