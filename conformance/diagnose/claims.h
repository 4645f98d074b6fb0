#ifndef VIEWPROOF_CONFORMANCE_DIAGNOSE_CLAIMS_H_
#define VIEWPROOF_CONFORMANCE_DIAGNOSE_CLAIMS_H_

#include <cstddef>
#include <vector>

#include "conformance/diagnose/trial.h"

namespace viewproof {

using Numbers = std::vector<std::size_t>;  // Sorted numbers of failures.

// Bugs that explain the same failures and contradict no case.
struct Candidate {
  std::vector<Trial::BugClaim> bugs;  // The simplest first.
  Numbers failures;
};

// Returns what a trial leaves standing: each bug under the weakest of the
// conditions that no case contradicts.
std::vector<Candidate> CandidatesOf(const Trial& trial);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_DIAGNOSE_CLAIMS_H_
