#ifndef VIEWPROOF_CONFORMANCE_DIAGNOSE_DIAGNOSIS_H_
#define VIEWPROOF_CONFORMANCE_DIAGNOSE_DIAGNOSIS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/diagnose/evidence.h"
#include "conformance/diagnose/trial.h"

namespace viewproof {

// A known bug in some kernels.
struct KnownBug {
  // Its name in KnownBugs(); "layout": what a kernel's tensors have in common.
  std::string mutant;
  std::string condition = {};         // One of Conditions(); empty: always.
  std::vector<std::string> ops = {};  // These have it; sorted.
  std::string effect = {};            // "nothing is written".
  std::string when = {};       // "rank of the target >= 3"; empty: always.
  std::string otherwise = {};  // "rank 0 to 2"; empty: always.
  int64_t pass = 0;  // Cases that pass where the condition does not hold.
  bool operator==(const KnownBug&) const = default;
};

// A known bug that is proved: every case in which it shows, and in which
// nothing differed before, failed as the reference with this bug does.
struct Explanation {
  // One, or several that no case tells apart, the simplest first.
  std::vector<KnownBug> bugs;
  int64_t cause = 0;      // The number of the cause that it is of.
  int64_t explained = 0;  // Failures of this cause that it explains,
  int64_t of = 0;         // of so many: half of them at least.
  bool operator==(const Explanation&) const = default;
};

// Returns those of the most failures first; at most 5. `causes`: the numbers of
// Evidence::Failed::cause, from 1.
std::vector<Explanation> Diagnose(
    const Evidence& evidence, const Hello& hello, Facets demanded,
    const VisitVectors& visit,
    const std::map<std::string, std::size_t>& causes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_DIAGNOSE_DIAGNOSIS_H_
