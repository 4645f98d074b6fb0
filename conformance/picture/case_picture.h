#ifndef VIEWPROOF_CONFORMANCE_PICTURE_CASE_PICTURE_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_CASE_PICTURE_H_

#include <optional>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/wording.h"

namespace viewproof {

// The picture of a case whose first steps came out as `outcomes`, with what its
// last step gives, or why a step is refused or copies.
Picture DrawCase(const Case& test, const std::vector<Outcome>& outcomes,
                 const std::optional<PythonNames>& names = std::nullopt);

// The same as the reference runs it (OutcomesOf), in the words of the question
// if it was asked in Python.
Picture DrawCase(const Case& test,
                 const std::optional<PythonNames>& names = std::nullopt);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_CASE_PICTURE_H_
