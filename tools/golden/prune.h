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
  std::vector<std::string> others;  // Staying vectors that have all its facts.
};

struct Pruned {
  std::size_t vectors = 0;
  std::vector<Proposal> proposals;          // Sorted by id.
  std::map<Fact::Kind, std::size_t> facts;  // How many, in any profile.
  // The ops in which no vector notices a mutant, by its name.
  std::map<std::string, std::vector<std::string>> unkilled;
};

// Told how many of how many vectors were looked at.
using Watch = std::function<void(std::size_t done, std::size_t total)>;

// Proposes vectors, those of the largest cases first, as long as every fact
// stays a fact of some vector that is not proposed: none of the others could be
// proposed as well. Only ids that the glob `only` matches are proposed. The
// same vectors in any order give the same proposals.
Pruned Prune(const std::vector<Vector>& vectors, const std::string& only,
             const Watch& progress);

// What tools:golden --prune prints.
std::string TextOf(const Pruned& pruned);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_PRUNE_H_
