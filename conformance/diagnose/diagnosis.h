#ifndef VIEWPROOF_CONFORMANCE_DIAGNOSE_DIAGNOSIS_H_
#define VIEWPROOF_CONFORMANCE_DIAGNOSE_DIAGNOSIS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/diagnose/evidence.h"

namespace viewproof {

// A known bug that explains failures of a subject: the reference with this bug
// fails in these cases in the same way, step, field and value.
struct Explanation {
  std::string mutant;            // Its name in Mutants() or Effects().
  std::string condition;         // Of Conditions(); empty: always.
  std::vector<std::string> ops;  // That have it; sorted.
  std::string sentence;   // "copy_: nothing is written (operand: rank >= 3)"
  int64_t explained = 0;  // Failures that no earlier explanation has.
};

struct Diagnosis {
  std::vector<Explanation> explanations;  // Most failures first; at most 5.
  int64_t failures = 0;  // That were looked at: of the vectors' own dtypes.
  int64_t in_all = 0;    // Also of other dtypes.
  int64_t most = 0;      // That one bug alone explains, also below the bar.

  // One line each: "212 of 214 failures: ..."; of none, that nothing known
  // explains them, and how near the nearest comes.
  std::vector<std::string> Lines() const;
};

// Calls its argument with each vector of the suite.
using VisitVectors = std::function<void(const std::function<void(Vector&)>&)>;

// The smallest set of known bugs that explains what failed. A bug is claimed of
// an op if nine of ten cases in which it shows fail in the very same way, and
// if it explains three failures at least, or all of them, and one in 50.
Diagnosis Diagnose(const Evidence& evidence, const Hello& hello,
                   Facets demanded, const VisitVectors& visit);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_DIAGNOSE_DIAGNOSIS_H_
