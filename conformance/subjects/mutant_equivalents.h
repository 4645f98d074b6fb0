#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_EQUIVALENTS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_EQUIVALENTS_H_

#include <string_view>
#include <vector>

namespace viewproof {

// Mutants and ops of which each pair is hard to see. Closed.
enum class SeenBy {
  kNobody,   // Every case is answered as the reference answers it.
  kVectors,  // A vector sees exact headers and kinds, of which no element
             // moves.
};

struct Equivalents {
  std::vector<std::string_view> mutants;
  std::vector<std::string_view> ops;  // Or "*": every op.
  SeenBy seen_by;
  std::string_view reason;
};

// The rows of mutant_equivalents.tsv.
const std::vector<Equivalents>& AllEquivalents();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_EQUIVALENTS_H_
