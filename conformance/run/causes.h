#ifndef VIEWPROOF_CONFORMANCE_RUN_CAUSES_H_
#define VIEWPROOF_CONFORMANCE_RUN_CAUSES_H_

#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/diagnose/diagnosis.h"
#include "conformance/judge/record.h"

namespace viewproof {

// The known bugs that explain the failures of which there is evidence, a line
// each (Diagnosis::Lines). `files`: the vectors that were run. Throws BadInput
// as VectorReader does.
std::vector<std::string> CausesOf(const Evidence& evidence, const Hello& hello,
                                  Facets demanded,
                                  const std::vector<std::string>& files);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_CAUSES_H_
