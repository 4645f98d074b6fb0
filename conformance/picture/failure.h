#ifndef VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_

#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/record.h"
#include "conformance/picture/picture.h"

namespace viewproof {

// What the steps of a chain were expected to give, and what a subject gave, as
// far as its record tells. A list ends where no more is known.
struct Answers {
  std::vector<Outcome> expected;
  std::vector<Outcome> given;
};

// `expected`: of the vector; what the record says of it stands above that.
Answers AnswersOf(const Case& test, std::vector<Outcome> expected,
                  const Record& record);

// The same of one output: as the subject gave it. Nothing if it gave none.
std::optional<Output> GivenOf(const Case& test,
                              const std::vector<Outcome>& expected,
                              OutputRef ref, const Record& record);

// The picture of a vector, beside it the same chain as a subject answered it:
// what is expected, with what the record says to differ in its place. Texts of
// the subject are escaped, and cut. Requires: the record is of the vector.
Picture DrawFailure(const Vector& vector, const Record& record,
                    const std::string& subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_
