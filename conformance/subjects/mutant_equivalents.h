#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_EQUIVALENTS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_EQUIVALENTS_H_

#include <string_view>
#include <vector>

namespace viewproof {

// Mutants and ops of which each pair answers every case as the reference does.
struct Equivalents {
  std::vector<std::string_view> mutants;
  std::vector<std::string_view> ops;
  std::string_view reason;
};

// The rows of mutant_equivalents.tsv.
const std::vector<Equivalents>& AllEquivalents();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_EQUIVALENTS_H_
