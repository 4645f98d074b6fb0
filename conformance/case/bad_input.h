#ifndef VIEWPROOF_CONFORMANCE_CASE_BAD_INPUT_H_
#define VIEWPROOF_CONFORMANCE_CASE_BAD_INPUT_H_

#include <stdexcept>
#include <string>
#include <utility>

namespace viewproof {

// Malformed input. The text names the field; callers that know file and line
// prefix them.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A field that is not as it should be, for callers that say it in their way.
class BadField : public BadInput {
 public:
  BadField(std::string field, std::string why)
      : BadInput("field \"" + field + "\": " + why),
        field_(std::move(field)),
        why_(std::move(why)) {}

  const std::string& field() const { return field_; }
  const std::string& why() const { return why_; }

 private:
  std::string field_;
  std::string why_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_BAD_INPUT_H_
