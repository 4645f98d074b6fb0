#ifndef VIEWPROOF_CONFORMANCE_DIAGNOSE_DIAGNOSIS_H_
#define VIEWPROOF_CONFORMANCE_DIAGNOSE_DIAGNOSIS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/diagnose/evidence.h"
#include "conformance/diagnose/trial.h"

namespace viewproof {

// A known bug in some kernels.
struct KnownBug {
  std::string mutant;            // Its name in KnownBugs().
  std::string condition;         // One of Conditions(); empty: always.
  std::vector<std::string> ops;  // These have it; sorted.
  std::string sentence;  // "copy_: nothing is written (operand: rank >= 3)"
  std::string effect;    // "nothing is written".
  std::string when;      // "rank of the target >= 3"; empty: always.
  int64_t pass = 0;      // Cases that pass where the condition does not hold.
};

// A known bug that is proved: every case in which it shows, and in which
// nothing differed before, failed as the reference with this bug does.
struct Explanation {
  // One, or several that no case tells apart, the simplest first.
  std::vector<KnownBug> bugs;
  int64_t cases = 0;        // In which it shows.
  bool all_dtypes = false;  // These are of each dtype that was run.
  std::size_t cause = 0;    // The number of the cause that it is of.
  int64_t explained = 0;    // Failures of this cause that it explains,
  int64_t of = 0;           // of so many: half of them at least.
};

struct Diagnosis {
  std::vector<Explanation> explanations;  // Most failures first; at most 5.
  int64_t failures = 0;

  // Says what is proved of the cause with this number, a line each: "nothing is
  // written if rank of the target >= 3: all 362; else 0 of 941". The effect
  // `known`, which the reader was told already, is left out.
  std::vector<std::string> WhenOf(std::size_t cause,
                                  std::string_view known = {}) const;

  // One line each, of all causes; of none, that nothing is proved.
  std::vector<std::string> Lines() const;
};

// `causes`: the numbers of Evidence::Failed::cause, from 1.
Diagnosis Diagnose(const Evidence& evidence, const Hello& hello,
                   Facets demanded, const VisitVectors& visit,
                   const std::map<std::string, std::size_t>& causes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_DIAGNOSE_DIAGNOSIS_H_
