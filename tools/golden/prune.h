#ifndef VIEWPROOF_TOOLS_GOLDEN_PRUNE_H_
#define VIEWPROOF_TOOLS_GOLDEN_PRUNE_H_

#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/compare.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// One thing that a vector covers. Vectors of one profile that share a fact are
// interchangeable for it.
struct Fact {
  enum class Kind {
    kRule,    // "view view.r1": a rule that this op's vector lists.
    kFlag,    // "view Offset": the named bug that it hunts.
    kPair,    // "narrow.e1 before narrow.e3": the error that comes first.
    kMutant,  // "view offset_dropped": the mutant that it kills.
  };
  Profile profile;
  Kind kind;
  std::string name;
  auto operator<=>(const Fact&) const = default;
};

// Finds the facts of vectors.
class FactFinder {
 public:
  FactFinder();

  // Every fact of a vector of golden/. It kills a mutant if the mutant's reply
  // differs from it in any facet.
  std::set<Fact> FactsOf(const Vector& vector);

 private:
  struct Variant {
    std::string name;  // "OP MUTANT"
    std::unique_ptr<Subject> subject;
  };

  void AddPair(const Vector& vector, std::set<Fact>& facts);
  void AddMutants(const Vector& vector, std::set<Fact>& facts);

  std::unique_ptr<Subject> reference_;
  Comparator comparator_;
  // They are in the order of the ops' rows.
  std::vector<std::vector<Variant>> variants_;
  Reply reply_;
  Judgement judgement_;
};

// A vector that golden/ could do without.
struct Proposal {
  std::string id;
  std::vector<std::string> others;  // Vectors that stay and have all its facts.
};

struct PruneResult {
  std::size_t vectors = 0;
  std::vector<Proposal> proposals;          // Sorted by id.
  std::map<Fact::Kind, std::size_t> facts;  // Says how many, in any profile.
  // By mutant: the ops for which no vector kills it.
  std::map<std::string, std::vector<std::string>> unkilled;
};

// Called with the number of vectors seen so far and of all vectors.
using Watch = std::function<void(std::size_t done, std::size_t total)>;

// Proposes vectors, those of the largest cases first, as long as every fact is
// still a fact of a vector that stays, and every bug of a kernel that it kills
// (kills.h) is killed as well without it. Only ids that match the glob `only`
// are proposed. The order of `vectors` does not matter.
PruneResult Prune(const std::vector<Vector>& vectors, const std::string& only,
                  const Watch& progress);

// Returns what tools:golden --prune prints.
std::string TextOf(const PruneResult& pruned);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_PRUNE_H_
