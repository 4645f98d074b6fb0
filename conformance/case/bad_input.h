#ifndef VIEWPROOF_CONFORMANCE_CASE_BAD_INPUT_H_
#define VIEWPROOF_CONFORMANCE_CASE_BAD_INPUT_H_

#include <stdexcept>
#include <string>

namespace viewproof {

// Input that is not what its format says. The text names the field; whoever
// knows file and line puts them in front.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_BAD_INPUT_H_
