#ifndef VIEWPROOF_TOOLS_GOLDEN_PRUNE_H_
#define VIEWPROOF_TOOLS_GOLDEN_PRUNE_H_

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "tools/golden/facts.h"

namespace viewproof {

// A vector that golden/ could do without.
struct Proposal {
  std::string id;
  std::vector<std::string> others;  // Vectors that stay and have all its facts.
};

struct Pruned {
  std::size_t vectors = 0;
  std::vector<Proposal> proposals;          // Sorted by id.
  std::map<Fact::Kind, std::size_t> facts;  // How many, in any profile.
  // By mutant: the ops for which no vector kills it.
  std::map<std::string, std::vector<std::string>> unkilled;
};

// Called with the number of vectors seen so far and of all vectors.
using Watch = std::function<void(std::size_t done, std::size_t total)>;

// Proposes vectors, those of the largest cases first, as long as every fact is
// still a fact of a vector that stays, and every bug of a kernel that it kills
// (kills.h) is killed as well without it. Only ids that match the glob `only`
// are proposed. The order of `vectors` does not matter.
Pruned Prune(const std::vector<Vector>& vectors, const std::string& only,
             const Watch& progress);

// What tools:golden --prune prints.
std::string TextOf(const Pruned& pruned);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_PRUNE_H_
